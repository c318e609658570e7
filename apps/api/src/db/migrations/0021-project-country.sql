-- The country that carriage, duty and import tax are estimated for. Null until the customer's browser
-- or the customer chose one.
alter table project
  add country text check (country ~ '^[A-Z]{2}$');
