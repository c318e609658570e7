-- A second factor that customers may add to their login: codes of an authenticator app.
create table totp_factor (
  customer_id uuid primary key references customer on delete cascade,
  -- Sealed with the installation's secret, which is kept with the files.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code has proved that the customer's app knows the secret.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code works once.
  last_step integer not null default 0
);

-- Passkeys as a second factor: the browser signs with a key that never leaves the device.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  name text not null,
  -- Counts the signatures of the device, if it counts at all: a copy would fall behind.
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_customer on passkey (customer_id);
create trigger passkey_of_customer before insert on passkey
  for each row execute function refuse_deleted_customer();

-- A used code is removed.
create table recovery_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  customer_id uuid not null references customer on delete cascade,
  created_at timestamptz not null
);
create index recovery_code_customer on recovery_code (customer_id);

-- A login that waits for the second factor. The browser holds the ticket in a cookie.
create table login_ticket (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  customer_id uuid not null references customer on delete cascade,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_ticket_customer on login_ticket (customer_id);
create index login_ticket_expiry on login_ticket (expires_at);

create trigger totp_factor_of_customer before insert on totp_factor
  for each row execute function refuse_deleted_customer();
create trigger recovery_code_of_customer before insert on recovery_code
  for each row execute function refuse_deleted_customer();
create trigger login_ticket_of_customer before insert on login_ticket
  for each row execute function refuse_deleted_customer();
