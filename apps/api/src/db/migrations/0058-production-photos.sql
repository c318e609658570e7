-- What operators photograph at a step, for colleagues: a doubtful face, a broken tool, how the parts lay.
create table production_photo (
  id uuid primary key,
  step_id uuid not null references production_step,
  staff_id uuid not null references staff_member,
  at timestamptz not null
);
create index production_photo_step on production_photo (step_id);
create index production_photo_staff on production_photo (staff_id);

create function announce_production_photo() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'production');
  return null;
end
$$;

create trigger production_photo_announced after insert or delete on production_photo
  for each statement execute function announce_production_photo();
