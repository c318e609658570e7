-- Whether the customer chose the service. If not, each new line starts with the process that suits its
-- part, and `service` is that of the first line. Earlier projects keep to their service.
alter table project
  add service_chosen boolean not null default true;
