-- The work list is sorted by due day, then run, then sequence of its steps.
drop index production_step_open;
create index production_step_open on production_step (due_day, run_id, position, id)
  where state not in ('done', 'skipped');

-- Work stations show what is held as soon as a cost is requested or settled, or a dispute stops an order.
create function announce_hold() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'production');
  return null;
end
$$;

create trigger additional_cost_hold after insert or update of state on additional_cost
  for each row execute function announce_hold();
create trigger customer_order_hold after update of stopped_by on customer_order
  for each row when (new.stopped_by is distinct from old.stopped_by) execute function announce_hold();
