-- Short-lived counters and puzzles: not worth the write-ahead log, and losing them in a crash only asks for a new puzzle.
create unlogged table captcha (
  id text primary key,
  browser_hash bytea not null,
  answer text not null,
  seed text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

create unlogged table rate_limit (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index rate_limit_expiry on rate_limit (expires_at);

create table mailbox_message (
  id text primary key,
  kind text not null,
  language text not null check (language in ('fr', 'en')),
  recipient text not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);

create table contact_message (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  topic text not null,
  message text not null,
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null
);

create table leave_reason (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references customer on delete set null,
  reasons text[] not null check (cardinality(reasons) > 0),
  other text,
  created_at timestamptz not null
);

create table channel_visit (
  channel text not null,
  day date not null,
  visits integer not null,
  primary key (channel, day)
);

create table sem_record (
  id uuid primary key default gen_random_uuid(),
  referer text not null,
  browse_url text not null,
  parameters jsonb not null,
  created_at timestamptz not null
);
