-- Orders whose delivery is late or stuck wait for staff (migration 0041). Few parcels have an incident.
create index parcel_exception on parcel (order_id) where state = 'exception';

drop trigger customer_order_task on customer_order;
create trigger customer_order_task after insert or update of status, stopped_by on customer_order
  for each statement execute function announce_tasks('order-review', 'order-late', 'delivery-late', 'cost-declined');
create trigger parcel_task after update of state on parcel
  for each row when (old.state = 'exception' or new.state = 'exception')
  execute function announce_tasks('delivery-late');
