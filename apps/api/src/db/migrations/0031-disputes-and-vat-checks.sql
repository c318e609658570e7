-- A reload whose card payment is disputed. What is left of it is frozen; `frozen_minor` below
-- `disputed_minor` means that the rest was spent.
create table reload_dispute (
  id uuid primary key default gen_random_uuid(),
  intent_id uuid not null references payment_intent,
  customer_id uuid not null references customer,
  -- The card provider's id of the dispute.
  provider_id text not null unique,
  disputed_minor bigint not null check (disputed_minor >= 0),
  frozen_minor bigint not null check (frozen_minor between 0 and disputed_minor),
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('won', 'lost')),
  -- Staff may lift the consequences of an open or lost dispute.
  released_by uuid references staff_member,
  released_at timestamptz,
  release_reason text not null default '',
  check ((closed_at is null) = (outcome is null)),
  check ((released_by is null) = (released_at is null))
);
create index reload_dispute_intent on reload_dispute (intent_id);
create index reload_dispute_customer on reload_dispute (customer_id);
create index reload_dispute_released_by on reload_dispute (released_by) where released_by is not null;

-- An order that was paid from a disputed reload is neither produced nor shipped.
alter table customer_order add column stopped_by uuid references reload_dispute;
create index customer_order_stopped_by on customer_order (stopped_by) where stopped_by is not null;

-- What the VAT service of the European Union says about a number, or a person of staff who confirmed it.
-- One row per answer: the newest counts, the others are the evidence for earlier invoices.
create table vat_check (
  id uuid primary key default gen_random_uuid(),
  -- With the prefix of its country, without spaces.
  vat_number text not null,
  result text not null check (result in ('valid', 'invalid', 'unavailable', 'released')),
  -- The service's proof of the enquiry; empty if it gave none.
  consultation_number text not null default '',
  -- What the service reported instead of an answer, or why staff confirmed the number.
  reason text not null default '',
  staff_id uuid references staff_member,
  checked_at timestamptz not null,
  check ((staff_id is not null) = (result = 'released'))
);
create index vat_check_newest on vat_check (vat_number, checked_at desc);
create index vat_check_staff on vat_check (staff_id) where staff_id is not null;
