create sequence work_order_number start 10001;

-- What a customer finds wrong with delivered parts. The lock of the order covers its claims.
create table after_sale_claim (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer,
  order_id uuid not null references customer_order,
  -- Made by the browser for one form: sent twice, it is one claim.
  submission_key uuid not null,
  state text not null check (state in ('open', 'question', 'accepted', 'rejected', 'withdrawn', 'refunded', 'credited')),
  reason text not null check (reason in ('dimension', 'surface', 'material', 'transport', 'missing', 'other')),
  -- "W-26-10001", issued with the acceptance.
  work_order_number text unique,
  -- What staff refunded or credited, in cents (USD).
  settled_minor bigint check (settled_minor > 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (customer_id, submission_key),
  check (state <> 'accepted' or work_order_number is not null),
  check ((state in ('refunded', 'credited')) = (settled_minor is not null))
);
create index after_sale_claim_order on after_sale_claim (order_id);
create index after_sale_claim_customer on after_sale_claim (customer_id, opened_at desc);
create index after_sale_claim_opened on after_sale_claim (state, opened_at);

create table after_sale_line (
  claim_id uuid not null references after_sale_claim,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  -- A point of the part in mm, in the coordinates of its file.
  place_mm double precision[] check (array_length(place_mm, 1) = 3),
  primary key (claim_id, order_line_id)
);
create index after_sale_line_order_line on after_sale_line (order_line_id);

-- Everything that was said about a claim, and who moved it where.
create table after_sale_event (
  id bigint generated always as identity primary key,
  claim_id uuid not null references after_sale_claim,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('customer', 'staff', 'system')),
  staff_id uuid references staff_member,
  text text not null
);
create index after_sale_event_claim on after_sale_event (claim_id, id);

-- The bytes are in the file store under `after-sale/<id>`. Without an event it was sent but not used yet.
create table after_sale_photo (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer,
  event_id bigint references after_sale_event,
  created_at timestamptz not null
);
create index after_sale_photo_event on after_sale_photo (event_id);
create index after_sale_photo_customer on after_sale_photo (customer_id);
create index after_sale_photo_unused on after_sale_photo (created_at) where event_id is null;

-- A reprint: an order at no cost for an accepted claim about an earlier one. Only a reprint costs nothing.
alter table customer_order
  add column original_order_id uuid references customer_order,
  add column claim_id uuid references after_sale_claim,
  drop constraint customer_order_total_minor_check,
  add constraint customer_order_total_minor_check
    check (case when original_order_id is null then total_minor > 0 else total_minor = 0 end),
  add check ((original_order_id is null) = (claim_id is null));
create index customer_order_original on customer_order (original_order_id) where original_order_id is not null;
-- A claim has one reprint, and another one only if that was cancelled.
create unique index customer_order_one_reprint on customer_order (claim_id) where claim_id is not null and status <> 'cancelled';

-- The line that a line of a reprint replaces.
alter table order_line add column original_line_id uuid references order_line;
create index order_line_original on order_line (original_line_id) where original_line_id is not null;
