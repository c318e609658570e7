-- What a printing machine makes in one job: pieces of several runs, of one material and colour.
create sequence tray_number;

create table tray (
  id uuid primary key default gen_random_uuid(),
  -- From the browser, so that a repeat opens no second tray.
  key uuid not null unique,
  code text not null unique default 'P' || (100000 + nextval('tray_number')),
  station text not null check (station in ('sla', 'mjf', 'sls', 'slm')),
  material_id text not null,
  colour_id text not null,
  -- The catalogue that has the material and the build volume.
  catalogue_version text not null references catalogue_version,
  state text not null default 'open' check (state in ('open', 'printing', 'done', 'failed')),
  -- By the boxes of the parts; kept for the list.
  fill_percent integer not null default 0 check (fill_percent >= 0),
  opened_at timestamptz not null,
  opened_by uuid not null references staff_member,
  started_at timestamptz,
  started_by uuid references staff_member,
  closed_at timestamptz,
  closed_by uuid references staff_member,
  -- Of the report that closed it: a repeat gets the same answer.
  closed_key uuid,
  -- Why pieces were lost.
  reason text,
  check ((state in ('done', 'failed')) = (closed_at is not null and closed_by is not null and closed_key is not null)),
  check ((started_at is null) = (started_by is null)),
  check (state <> 'failed' or reason is not null)
);
create index tray_catalogue on tray (catalogue_version);
create index tray_opened_by on tray (opened_by);
create index tray_started_by on tray (started_by) where started_by is not null;
create index tray_closed_by on tray (closed_by) where closed_by is not null;
create index tray_newest on tray (opened_at, id);

create table tray_content (
  tray_id uuid not null references tray,
  -- The printing step of a run.
  step_id uuid not null references production_step,
  quantity integer not null check (quantity > 0),
  -- Of these, once the tray is closed. Null until then, and for pieces of orders that had ended.
  good integer check (good between 0 and quantity),
  -- The run that makes the lost pieces again.
  remake_id uuid references production_run,
  primary key (tray_id, step_id)
);
create index tray_content_step on tray_content (step_id);
create index tray_content_remake on tray_content (remake_id) where remake_id is not null;

-- Lists and pages of staff follow their trays.
create function announce_tray() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'production');
  return null;
end
$$;

create trigger tray_announced after insert or update on tray
  for each statement execute function announce_tray();
create trigger tray_content_announced after insert or update or delete on tray_content
  for each statement execute function announce_tray();
