-- Who changed what in a project, and when. Removed with the project. Entries hold facts; the reader's
-- language gives the sentences.
create table project_activity (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  at timestamptz not null,
  -- The project has one owner, so an entry need not name the customer.
  actor text not null check (actor in ('visitor', 'customer', 'staff', 'system')),
  -- By `kind`, see `ProjectEvent`.
  event jsonb not null
);
create index project_activity_project on project_activity (project_id, id desc);
-- Undoing a change adds an entry and rewrites none.
create trigger project_activity_kept before update on project_activity
  for each row execute function keep_for_ever();
