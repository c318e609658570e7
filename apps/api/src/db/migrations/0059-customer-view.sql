-- The code with which a customer lets staff look at the account. One at a time.
create table view_code (
  customer_id uuid primary key references customer,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- A member of staff who looks at a customer's side, with the customer's code, for half an hour.
create table customer_view (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  customer_id uuid not null references customer,
  staff_id uuid not null references staff_member,
  -- The session of staff that began it, with which it ends. No reference: the row outlives the session.
  session_hash bytea not null,
  reason text not null check (length(reason) between 1 and 500),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index customer_view_customer on customer_view (customer_id, started_at);
create index customer_view_staff on customer_view (staff_id);
create index customer_view_open on customer_view (expires_at) where ended_at is null;

create trigger view_code_of_customer before insert on view_code
  for each row execute function refuse_deleted_customer();
create trigger customer_view_of_customer before insert on customer_view
  for each row execute function refuse_deleted_customer();
