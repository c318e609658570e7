-- How the parts of an order are made. A run is a quantity of a line that goes through its steps
-- together: the ordered one, and one for each quantity that must be made again.
create sequence production_run_number;

create table production_run (
  id uuid primary key default gen_random_uuid(),
  -- On the traveller, typed or scanned by operators.
  code text not null unique default 'F' || (100000 + nextval('production_run_number')),
  order_id uuid not null references customer_order,
  line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  cause text not null check (cause in ('order', 'scrap', 'inspection', 'tray')),
  -- Why pieces are made again; null for the ordered ones.
  reason text,
  -- When its last step is due (ISO). After the promised day, the promise is broken.
  due_day text not null,
  opened_at timestamptz not null,
  -- Who reported the loss; null for the ordered quantity.
  opened_by uuid references staff_member,
  check ((cause = 'order') = (reason is null))
);
create index production_run_order on production_run (order_id);
create index production_run_line on production_run (line_id);
create index production_run_opened_by on production_run (opened_by) where opened_by is not null;
-- The ordered quantity of a line is made once, however often its order comes back from inspection.
create unique index production_run_ordered on production_run (line_id) where cause = 'order';

create table production_step (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references production_run,
  position integer not null,
  operation text not null,
  station text not null,
  service text,
  -- What the price rests on; null if it has no minutes for this step.
  planned_minutes double precision,
  due_day text not null,
  state text not null check (state in ('waiting', 'ready', 'running', 'paused', 'done', 'skipped')),
  -- Pieces that come from the step before. Each ends as good or scrap.
  quantity integer not null check (quantity >= 0),
  good integer not null default 0 check (good >= 0),
  scrap integer not null default 0 check (scrap >= 0),
  -- Pieces that had to go through the step once more, counted each time.
  rework integer not null default 0 check (rework >= 0),
  worked_seconds integer not null default 0 check (worked_seconds >= 0),
  -- Since when it runs; null while nobody works on it.
  running_since timestamptz,
  -- Who reported last, and when it happened.
  staff_id uuid references staff_member,
  changed_at timestamptz,
  unique (run_id, position),
  check (good + scrap <= quantity),
  check ((state = 'running') = (running_since is not null))
);
create index production_step_staff on production_step (staff_id) where staff_id is not null;
-- The work list, sorted by due day.
create index production_step_open on production_step (due_day, id) where state not in ('done', 'skipped');

-- What operators reported. The id comes from the browser, so that a repeat changes nothing.
create table production_report (
  id uuid primary key,
  step_id uuid not null references production_step,
  staff_id uuid not null references staff_member,
  report text not null check (report in ('start', 'pause', 'done')),
  -- When it was done, which is earlier than its arrival if there was no network.
  at timestamptz not null,
  received_at timestamptz not null,
  good integer not null,
  rework integer not null,
  scrap integer not null,
  reason text,
  -- The run that makes the scrapped pieces again.
  remake_id uuid references production_run
);
create index production_report_step on production_report (step_id);
create index production_report_staff on production_report (staff_id);
create index production_report_remake on production_report (remake_id) where remake_id is not null;

-- Order pages of customers follow the stage of their parts, screens of staff the work.
create function announce_production() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'order:' || (select order_id from production_run where id = new.run_id));
  perform pg_notify('change', 'production');
  return null;
end
$$;

create trigger production_step_announced after insert or update on production_step
  for each row execute function announce_production();
