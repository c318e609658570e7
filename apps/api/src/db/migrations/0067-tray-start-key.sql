-- Of the report that started a tray: it may wait for the network, and a repeat gets the same answer.
alter table tray add column started_key uuid;
