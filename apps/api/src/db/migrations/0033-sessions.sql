-- Customers see their sessions and can end them.
alter table session
  add column id uuid not null unique default gen_random_uuid(),
  add column browser text not null default '',
  add column last_used_at timestamptz;
update session set last_used_at = created_at;
alter table session alter column last_used_at set not null;
