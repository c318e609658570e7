-- The mail about what waits goes once a day, also if no worker ran at seven.
alter table staff_member add column morning_mailed_on date;
