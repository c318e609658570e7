-- Neither day changes once a run is opened, so the run knows from the beginning whether it is late.
alter table production_run add column is_late boolean not null default false;
update production_run set is_late = true
from customer_order where customer_order.id = production_run.order_id
  and production_run.due_day > customer_order.dates ->> 'ship';
alter table production_run alter column is_late drop default;
create index production_run_late on production_run (order_id) where is_late;

-- Few mails are refused.
create index mail_record_refused on mail_record (mailed_at, id) where state = 'refused';
