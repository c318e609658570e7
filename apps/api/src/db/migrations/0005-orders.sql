-- People of the shop. Their sessions open staff's calls and nothing else.
create table staff_member (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('account-manager', 'customer-success', 'operator', 'administrator')),
  created_at timestamptz not null,
  disabled_at timestamptz
);
alter table session add column staff_id uuid references staff_member on delete cascade;
alter table session add check (num_nonnulls(customer_id, staff_id) <= 1);

create table address (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  book text not null check (book in ('shipping', 'billing')),
  first_name text not null,
  last_name text not null,
  company text not null,
  phone_code text not null,
  phone text not null,
  vat_number text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  line1 text not null,
  line2 text not null,
  line3 text not null,
  postcode text not null,
  city text not null,
  state text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index address_customer on address (customer_id, book, updated_at desc);
create unique index address_default on address (customer_id, book) where is_default;

-- Codes that customers turn into coupons of their own.
create table coupon_offer (
  code text primary key check (code ~ '^[A-Z0-9-]{4,40}$'),
  coupon jsonb not null,
  uses_left integer not null check (uses_left >= 0),
  redeemable_until timestamptz not null,
  valid_days integer not null check (valid_days > 0),
  created_at timestamptz not null
);

create table coupon (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  code text not null unique,
  coupon jsonb not null,
  -- 'code:WELCOME', 'referral', 'exchange:…', 'monthly:2026-03:…': the same source gives a customer one coupon.
  source text not null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  withdrawn_at timestamptz,
  -- The order that uses it: set while the order lives, taken back once when it is cancelled.
  order_id uuid,
  used_at timestamptz,
  unique (customer_id, source),
  check ((order_id is null) = (used_at is null))
);
create index coupon_customer on coupon (customer_id, issued_at desc);

create sequence order_number start 10001;

create table customer_order (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  customer_id uuid not null references customer,
  project_id uuid references project on delete set null,
  -- Made by the browser for one checkout: sent twice, it is one order (PAY-2).
  submission_key uuid not null,
  status text not null check (status in ('awaiting_payment', 'payment_pending', 'paid', 'in_review', 'in_production',
    'quality_check', 'shipped', 'delivered', 'completed', 'cancelled', 'refunded')),
  language text not null check (language in ('fr', 'en')),
  catalogue_version text not null references catalogue_version,
  -- All sums as they were agreed to (`OrderTotal`), and the one that is charged, in cents (USD).
  total jsonb not null,
  total_minor bigint not null check (total_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HKD', 'CNY')),
  points integer not null check (points >= 0),
  coupon_id uuid references coupon,
  shipping_address jsonb not null,
  billing_address jsonb not null,
  carrier text not null check (carrier in ('dhl', 'fedex', 'sf')),
  freight_account text not null,
  dates jsonb not null,
  po_number text not null,
  comment text not null,
  entrust jsonb,
  placed_at timestamptz not null,
  paid_at timestamptz,
  delivered_at timestamptz,
  closed_at timestamptz,
  unique (customer_id, submission_key)
);
create index customer_order_customer on customer_order (customer_id, placed_at desc);
-- A project that is purged lets go of its orders.
create index customer_order_project on customer_order (project_id);
create index customer_order_status on customer_order (status) where status in ('awaiting_payment', 'payment_pending', 'delivered');
alter table coupon add foreign key (order_id) references customer_order;

create table order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references customer_order,
  position integer not null,
  line_id uuid references quote_line on delete set null,
  upload_id uuid not null references upload,
  name text not null,
  thumbnail_id text,
  -- As it was ordered: configuration, part, price, accepted findings, attachments (`OrderedPart`).
  ordered jsonb not null,
  quantity integer not null check (quantity > 0),
  unit_minor bigint not null,
  goods_minor bigint not null,
  services_minor bigint not null,
  discount_minor bigint not null,
  total_minor bigint not null,
  comment text not null
);
create index order_line_order on order_line (order_id, position);
create index order_line_line on order_line (line_id);
create index order_line_upload on order_line (upload_id);

-- Who moved an order, from where to where, and why. Never changed.
create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references customer_order,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('customer', 'staff', 'system')),
  staff_id uuid references staff_member,
  reason text not null
);
create index order_event_order on order_event (order_id, id);

create table parcel (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references customer_order,
  number integer not null,
  carrier text not null check (carrier in ('dhl', 'fedex', 'sf')),
  tracking_number text not null,
  state text not null check (state in ('announced', 'in_transit', 'delivered', 'exception')),
  created_at timestamptz not null,
  shipped_at timestamptz,
  delivered_at timestamptz,
  unique (order_id, number)
);

create table order_review (
  order_id uuid primary key references customer_order,
  stars integer not null check (stars between 1 and 5),
  workmanship integer not null check (workmanship between 1 and 5),
  product integer not null check (product between 1 and 5),
  service integer not null check (service between 1 and 5),
  logistics integer not null check (logistics between 1 and 5),
  comment text not null,
  created_at timestamptz not null
);

create sequence reload_number start 10001;

create table reload (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  customer_id uuid not null references customer,
  submission_key uuid not null,
  amount_minor bigint not null check (amount_minor >= 10000 and amount_minor % 100 = 0),
  created_at timestamptz not null,
  paid_at timestamptz,
  -- From then on it can be spent.
  available_at timestamptz,
  credited_at timestamptz,
  unique (customer_id, submission_key)
);
create index reload_due on reload (available_at) where credited_at is null and available_at is not null;

-- One attempt to pay an order or a reload. Its state is the sum of its events; the columns repeat it for queries.
create table payment_intent (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer,
  order_id uuid references customer_order,
  reload_id uuid references reload,
  method text not null check (method in ('card', 'bank_transfer', 'balance', 'credit')),
  agency boolean not null default false,
  -- What the payer pays, and what it counts for.
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HKD', 'CNY')),
  usd_minor bigint not null check (usd_minor > 0),
  state text not null,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  -- Of a bank transfer: what the payer writes.
  reference text unique,
  -- At the provider: the session, and where its page is.
  provider_session text unique,
  provider_url text,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- When the job looks at it next; null where nothing is to be found out.
  check_at timestamptz,
  closed_at timestamptz,
  check (num_nonnulls(order_id, reload_id) = 1)
);
-- One that is held does not count: money that comes late, or twice, is kept whatever else is under way. That none is begun beside it
-- is seen to under the order's lock.
create unique index payment_intent_one_open on payment_intent (order_id)
  where state in ('created', 'requires_action', 'awaiting_funds', 'processing', 'authorized');
create index payment_intent_order on payment_intent (order_id);
create index payment_intent_reload on payment_intent (reload_id);
create index payment_intent_customer on payment_intent (customer_id, created_at desc);
create index payment_intent_check on payment_intent (check_at) where check_at is not null;

-- Facts about payments, each once whoever told it and however often (PAY-3).
create table payment_event (
  id bigint generated always as identity primary key,
  intent_id uuid not null references payment_intent,
  provider text not null,
  event_id text not null,
  type text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  detail jsonb not null,
  received_at timestamptz not null,
  unique (provider, event_id)
);
create index payment_event_intent on payment_event (intent_id);

-- Asked for before the provider is called, under the key that the provider is given: never two refunds for one (PAY-9).
create table payment_refund (
  id uuid primary key,
  intent_id uuid not null references payment_intent,
  amount_minor bigint not null check (amount_minor > 0),
  usd_minor bigint not null check (usd_minor > 0),
  state text not null check (state in ('asked', 'done', 'failed')),
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  done_at timestamptz
);
create index payment_refund_intent on payment_refund (intent_id);
create index payment_refund_asked on payment_refund (asked_at) where state = 'asked';

create table payment_link (
  key_hash bytea primary key check (length(key_hash) = 32),
  order_id uuid not null unique references customer_order,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table bank_receipt (
  id uuid primary key default gen_random_uuid(),
  bank_transaction_id text not null unique,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HKD', 'CNY')),
  state text not null check (state in ('unapproved', 'matched', 'held', 'to-balance', 'returned')),
  why text not null,
  intent_id uuid references payment_intent,
  recorded_by uuid not null references staff_member,
  approved_by uuid references staff_member,
  note text not null,
  received_at timestamptz not null,
  settled_at timestamptz
);

-- Accounts. Those of customers have a floor and carry their balance; those of the shop have neither: a row that every payment
-- changes would make all payments wait for each other, so their balance is the sum of their entries.
create table ledger_account (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  customer_id uuid references customer,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HKD', 'CNY', 'PTS')),
  normal_side text not null check (normal_side in ('debit', 'credit')),
  floor_minor bigint,
  balance_minor bigint,
  created_at timestamptz not null,
  unique nulls not distinct (kind, customer_id, currency),
  check ((customer_id is null) = (balance_minor is null)),
  check ((customer_id is null) = (floor_minor is null)),
  constraint ledger_floor check (balance_minor >= floor_minor)
);
create index ledger_account_customer on ledger_account (customer_id);

insert into ledger_account (kind, currency, normal_side, created_at)
  select kind, currency, side, now()
  from (values ('card', 'debit'), ('bank', 'debit'), ('exchange', 'debit'), ('discounts', 'debit'), ('goodwill', 'debit'),
    ('sales', 'credit'), ('credit_holds', 'credit'), ('discounted_sales', 'credit')) as kinds (kind, side),
    unnest(array['USD', 'EUR', 'GBP', 'HKD', 'CNY']) as currency
  union all select 'points_issued', 'PTS', 'debit', now();

create table ledger_transaction (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Names the cause: the same cause is posted once.
  idempotency_key text not null unique,
  customer_id uuid references customer,
  order_id uuid references customer_order,
  reload_id uuid references reload,
  intent_id uuid references payment_intent,
  -- Who of the shop made it by hand.
  staff_id uuid references staff_member,
  note text not null default '',
  created_at timestamptz not null,
  -- The database's own transaction: no entry is added in a later one.
  made_in xid8 not null default pg_current_xact_id()
);
create index ledger_transaction_order on ledger_transaction (order_id);
create index ledger_transaction_reload on ledger_transaction (reload_id) where reload_id is not null;

-- Positive is debit, negative is credit.
create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction,
  account_id uuid not null references ledger_account,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of the account after it, on its normal side; null for the shop's accounts.
  balance_after_minor bigint
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_account on ledger_entry (account_id, id desc);

create function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  account ledger_account%rowtype;
begin
  select * into strict account from ledger_account where id = new.account_id;
  if account.currency <> new.currency then
    raise exception 'an entry has the currency of its account' using errcode = 'check_violation';
  end if;
  if not exists (select from ledger_transaction where id = new.transaction_id and made_in = pg_current_xact_id()) then
    raise exception 'a posting that was made is never added to' using errcode = 'restrict_violation';
  end if;
  if account.customer_id is not null then
    update ledger_account
      set balance_minor = balance_minor + case normal_side when 'debit' then new.amount_minor else -new.amount_minor end
      where id = new.account_id
      returning balance_minor into new.balance_after_minor;
    -- Numbered once the account is held: entries of one account stand in the order in which they changed its balance.
    new.id := nextval('ledger_entry_id_seq');
  else
    new.balance_after_minor := null;
  end if;
  return new;
end
$$;
create trigger ledger_entry_applied before insert on ledger_entry for each row execute function apply_ledger_entry();

-- Checked when the transaction of the database commits: nothing unbalanced is ever seen by anybody else.
create function check_ledger_balanced() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_entry where transaction_id = new.id) < 2
    or exists (select from ledger_entry where transaction_id = new.id group by currency having sum(amount_minor) <> 0)
  then
    raise exception 'a posting balances in every currency and has two entries or more' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_ledger_balanced();

create function keep_for_ever() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger ledger_entry_kept before update or delete on ledger_entry for each row execute function keep_for_ever();
create trigger ledger_entry_not_emptied before truncate on ledger_entry for each statement execute function keep_for_ever();
create trigger ledger_transaction_kept before update or delete on ledger_transaction
  for each row execute function keep_for_ever();
create trigger ledger_transaction_not_emptied before truncate on ledger_transaction
  for each statement execute function keep_for_ever();
create trigger payment_event_kept before update or delete on payment_event for each row execute function keep_for_ever();
create trigger payment_event_not_emptied before truncate on payment_event
  for each statement execute function keep_for_ever();
create trigger order_event_kept before update or delete on order_event for each row execute function keep_for_ever();

-- A balance follows from entries alone: nobody sets it. The trigger of an entry runs one level deeper than a statement of ours. What
-- an account is stays as it was made; a floor may be moved.
create function keep_ledger_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_minor <> 0 then
      raise exception 'a balance is changed by entries alone' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.balance_minor is distinct from old.balance_minor and pg_trigger_depth() < 2 then
    raise exception 'a balance is changed by entries alone' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.kind, new.customer_id, new.currency, new.normal_side)
    is distinct from (old.id, old.kind, old.customer_id, old.currency, old.normal_side) then
    raise exception 'an account stays what it is' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger ledger_account_kept before insert or update on ledger_account
  for each row execute function keep_ledger_account();

-- Who granted a customer which limit, when and why. The floor of the account is the newest of them.
create table credit_grant (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  limit_minor bigint not null check (limit_minor >= 0),
  reason text not null,
  staff_id uuid not null references staff_member,
  at timestamptz not null
);
create index credit_grant_customer on credit_grant (customer_id, id);
create trigger credit_grant_kept before update or delete on credit_grant for each row execute function keep_for_ever();

-- The payment simulator's own: objects of the provider that it plays, and answers that it gave under a key.
create table simulator_object (
  id text primary key,
  kind text not null,
  parent_id text,
  data jsonb not null,
  created_at timestamptz not null
);
create index simulator_object_kind on simulator_object (kind, created_at);
create index simulator_object_parent on simulator_object (parent_id);
create table simulator_answer (
  key text primary key,
  request_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null
);
