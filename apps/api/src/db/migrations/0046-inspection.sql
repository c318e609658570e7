-- What was checked about the pieces of a run. Pieces that went back are checked in a further round.
create table inspection (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references production_run,
  order_id uuid not null references customer_order,
  round integer not null check (round > 0),
  -- Pieces that came to the inspection step, and how many of them are checked one by one.
  quantity integer not null check (quantity > 0),
  sample_size integer not null check (sample_size > 0 and sample_size <= quantity),
  opened_at timestamptz not null,
  concluded_at timestamptz,
  concluded_by uuid references staff_member,
  -- What the conclusion did with the pieces.
  good integer not null default 0 check (good >= 0),
  rework integer not null default 0 check (rework >= 0),
  scrap integer not null default 0 check (scrap >= 0),
  -- Why pieces went back or are lost; null if all are good.
  reason text,
  -- The step to which pieces went back.
  back_to uuid references production_step,
  -- For staff only.
  note text not null default '',
  report_id uuid unique references production_report,
  unique (run_id, round),
  check ((concluded_at is null) = (concluded_by is null)),
  check ((concluded_at is null) = (report_id is null)),
  check (concluded_at is null or good + rework + scrap = quantity),
  check ((rework > 0) = (back_to is not null))
);
create unique index inspection_open on inspection (run_id) where concluded_at is null;
create index inspection_order on inspection (order_id);
create index inspection_concluded_by on inspection (concluded_by) where concluded_by is not null;
create index inspection_back_to on inspection (back_to) where back_to is not null;

-- The plan as it was when its first value was recorded: a later rule does not change it.
create table inspection_characteristic (
  id uuid primary key default gen_random_uuid(),
  inspection_id uuid not null references inspection,
  position integer not null,
  key text not null,
  kind text not null,
  method text not null check (method in ('measure', 'gauge', 'visual', 'count', 'paper')),
  is_per_piece boolean not null,
  subject jsonb not null,
  nominal_mm double precision,
  lower_mm double precision,
  upper_mm double precision,
  unique (inspection_id, key),
  check ((method = 'measure') = (nominal_mm is not null)),
  check ((nominal_mm is null) = (lower_mm is null) and (nominal_mm is null) = (upper_mm is null))
);

-- The id comes from the browser, so that a repeat changes nothing.
create table inspection_value (
  id uuid primary key,
  characteristic_id uuid not null references inspection_characteristic,
  -- 0 for a check of all pieces.
  piece integer not null check (piece >= 0),
  -- Null if the check only passes or fails.
  value_mm double precision,
  is_good boolean not null,
  staff_id uuid not null references staff_member,
  at timestamptz not null,
  unique (characteristic_id, piece)
);
create index inspection_value_staff on inspection_value (staff_id);

create table inspection_photo (
  id uuid primary key,
  inspection_id uuid not null references inspection,
  staff_id uuid not null references staff_member,
  at timestamptz not null
);
create index inspection_photo_inspection on inspection_photo (inspection_id);
create index inspection_photo_staff on inspection_photo (staff_id);

-- Colleagues see at once what is recorded; the conclusion changes steps, which is announced already.
create function announce_inspection() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'production');
  return null;
end
$$;

create trigger inspection_value_announced after insert or update or delete on inspection_value
  for each statement execute function announce_inspection();
create trigger inspection_photo_announced after insert or delete on inspection_photo
  for each statement execute function announce_inspection();
