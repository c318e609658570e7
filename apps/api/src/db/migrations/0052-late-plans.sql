-- An order is late too if what is being made for it is planned to end after its promised day: open
-- lists of tasks follow the plans (migration 0041).
create trigger production_run_task after insert on production_run
  for each statement execute function announce_tasks('order-late');
create trigger production_step_task after update of state on production_step
  for each row when (new.state <> old.state and new.state in ('done', 'skipped'))
  execute function announce_tasks('order-late');
