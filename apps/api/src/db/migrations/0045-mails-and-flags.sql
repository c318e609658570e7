-- Every mail that left, or that a server refused for good, as it was sent but without its secrets. Mails
-- that are not sent yet are jobs. Kept for 90 days.
create table mail_record (
  id uuid primary key default gen_random_uuid(),
  -- Of the adapter: the same for every retry of a mail.
  mail_id text not null unique,
  kind text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  language text not null,
  -- A name and an address; null if answers go to the sender.
  reply_to jsonb,
  state text not null check (state in ('sent', 'refused')),
  -- The code of the refusal.
  error text,
  -- Whether a key or code was blanked: such a mail cannot be sent again from here.
  has_secret boolean not null,
  mailed_at timestamptz not null
);
create index mail_record_time on mail_record (mailed_at, id);
create index mail_record_recipient on mail_record (recipient, mailed_at);

-- What staff have decided about a customer, until they take it back.
create table customer_flag (
  customer_id uuid not null references customer,
  flag text not null check (flag in ('orders-blocked', 'pay-first', 'watch')),
  reason text not null check (length(reason) between 1 and 500),
  staff_id uuid not null references staff_member,
  flagged_at timestamptz not null,
  primary key (customer_id, flag)
);
create index customer_flag_staff on customer_flag (staff_id);
