create table customer (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  username text not null check (length(username) between 2 and 12),
  account_type text not null check (account_type in ('personal', 'enterprise')),
  password_hash text,
  signup_proof_hash bytea,
  activated_at timestamptz,
  language text not null check (language in ('fr', 'en')),
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  phone_code text not null default '',
  phone text not null default '',
  express_account text not null default '',
  title text,
  industry text,
  image_id text unique,
  channel text,
  is_entrust_order_account boolean not null default false,
  is_channel boolean not null default false,
  is_recharge boolean not null default false,
  detain_popup boolean not null default true,
  created_at timestamptz not null
);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id uuid references customer on delete cascade,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_customer on session (customer_id);
create index session_expiry on session (expires_at);

create table account_key (
  key_hash bytea primary key check (length(key_hash) = 32),
  customer_id uuid not null references customer on delete cascade,
  purpose text not null check (purpose in ('activation', 'password-reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One key of a kind at a time: a newer mail makes the older one worthless (AUT-3).
  unique (customer_id, purpose)
);

create table quick_link (
  issuer text not null,
  subject text not null,
  channel text not null,
  customer_id uuid not null references customer on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (customer_id, channel)
);

create table quick_flow (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null,
  channel text not null,
  nonce text not null,
  code_verifier text not null,
  redirect text not null,
  link_customer_id uuid references customer on delete cascade,
  expires_at timestamptz not null
);
create index quick_flow_expiry on quick_flow (expires_at);

-- Browsers from which a customer has logged in: guessing from elsewhere must not lock the owner out (ABU-1).
create table known_device (
  device_hash bytea not null check (length(device_hash) = 32),
  customer_id uuid not null references customer on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, customer_id)
);
