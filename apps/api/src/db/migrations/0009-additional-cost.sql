create sequence additional_cost_number start 10001;

-- A cost that staff request for an order after it was paid. Customer, language and currency are those of the order.
create table additional_cost (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  order_id uuid not null references customer_order,
  customer_id uuid not null references customer,
  -- Made by the caller: sent twice, it is one request.
  request_key uuid not null unique,
  reason text not null check (reason in ('geometry', 'drawing', 'customer-change', 'carrier-surcharge', 'customs', 'other')),
  -- The manufacturability rule that a geometry is about; null if none covers it.
  check_rule text,
  explanation text not null check (length(explanation) > 0),
  picture_id text unique check (picture_id ~ '^[0-9a-f]{32}$'),
  -- The order line and the point on its model in mm (`PlaceOnModel`).
  place jsonb,
  state text not null check (state in ('requested', 'paid', 'declined', 'withdrawn', 'expired')),
  language text not null check (language in ('fr', 'en')),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'HKD', 'CNY')),
  -- In US cents: the sum of its items, VAT at the rate of the order, and both together.
  net_minor bigint not null check (net_minor > 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor = net_minor + tax_minor),
  deadline timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- Set once all that was paid is refunded.
  refunded_at timestamptz
);
create index additional_cost_order on additional_cost (order_id);
create index additional_cost_customer on additional_cost (customer_id, created_at desc);
create index additional_cost_state on additional_cost (state, created_at desc);
create index additional_cost_deadline on additional_cost (deadline) where state = 'requested';

-- What it is for: lines of the order, or the order as a whole.
create table additional_cost_item (
  cost_id uuid not null references additional_cost,
  position integer not null,
  order_line_id uuid references order_line,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (cost_id, position),
  unique nulls not distinct (cost_id, order_line_id)
);

-- Who moved it to which state, and why. Never changed.
create table additional_cost_event (
  id bigint generated always as identity primary key,
  cost_id uuid not null references additional_cost,
  at timestamptz not null,
  to_state text not null,
  actor text not null check (actor in ('customer', 'staff', 'system')),
  staff_id uuid references staff_member,
  reason text not null
);
create index additional_cost_event_cost on additional_cost_event (cost_id, id);
create trigger additional_cost_event_kept before update or delete on additional_cost_event
  for each row execute function keep_for_ever();

-- The third thing that is paid, beside orders and reloads.
alter table payment_intent
  add column additional_cost_id uuid references additional_cost,
  drop constraint payment_intent_check,
  add constraint payment_intent_purpose check (num_nonnulls(order_id, reload_id, additional_cost_id) = 1);
create unique index payment_intent_one_open_cost on payment_intent (additional_cost_id)
  where state in ('created', 'requires_action', 'awaiting_funds', 'processing', 'authorized');
create index payment_intent_additional_cost on payment_intent (additional_cost_id) where additional_cost_id is not null;

alter table payment_link
  alter column order_id drop not null,
  add column additional_cost_id uuid unique references additional_cost,
  -- Mailed with the request. Only a link that the customer made says that another person pays.
  add column is_mailed boolean not null default false,
  add constraint payment_link_purpose check (num_nonnulls(order_id, additional_cost_id) = 1);

alter table ledger_transaction add column additional_cost_id uuid references additional_cost;
create index ledger_transaction_additional_cost on ledger_transaction (additional_cost_id) where additional_cost_id is not null;
