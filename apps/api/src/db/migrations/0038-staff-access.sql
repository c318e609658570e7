-- Roles that the shop has made. The built-in ones are in the code.
create table staff_role (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  rights text[] not null,
  created_at timestamptz not null
);
create unique index staff_role_name on staff_role (lower(name));

alter table staff_member
  alter column role drop not null,
  add column own_role_id uuid references staff_role,
  add column language text not null default 'fr' check (language in ('fr', 'en')),
  -- Null until the person has chosen one, and after a reset.
  add column password_hash text,
  -- Made by the demo with a printed password and no second factor.
  add column is_demo boolean not null default false,
  add constraint staff_member_one_role check (num_nonnulls(role, own_role_id) = 1);
create index staff_member_own_role on staff_member (own_role_id) where own_role_id is not null;

-- Calls that need a fresh second factor work until then.
alter table session add column stepped_up_until timestamptz;
create index session_staff on session (staff_id) where staff_id is not null;

-- The one link with which a person chooses a password and sets up a second factor.
create table staff_enrolment (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null unique references staff_member on delete cascade,
  key_hash bytea not null unique check (length(key_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- A sign-in that waits for the second factor, or for its set-up. The browser holds the ticket in a cookie.
create table staff_ticket (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  staff_id uuid not null references staff_member on delete cascade,
  purpose text not null check (purpose in ('second-factor', 'set-up')),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_ticket_staff on staff_ticket (staff_id);
create index staff_ticket_expiry on staff_ticket (expires_at);

-- The authenticator app. While another one is set up, the present one goes on.
create table staff_totp (
  staff_id uuid primary key references staff_member on delete cascade,
  -- Both sealed with the installation's secret, which is kept with the files.
  sealed_secret bytea,
  pending_secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code works once.
  last_step integer not null default 0,
  check ((sealed_secret is null) = (confirmed_at is null))
);

create table staff_passkey (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff_member on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  name text not null,
  -- Counts the signatures of the device, if it counts at all: a copy would fall behind.
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- A used code is removed.
create table staff_recovery_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  staff_id uuid not null references staff_member on delete cascade,
  created_at timestamptz not null
);
create index staff_recovery_code_staff on staff_recovery_code (staff_id);
