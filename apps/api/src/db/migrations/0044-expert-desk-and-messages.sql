-- How long an expert's price holds, if that is longer than the prices of the project. What an expert has
-- prepared and not sent yet: price, days, validity and note.
alter table manual_quote
  add column valid_until timestamptz,
  add column draft jsonb,
  add column draft_by uuid references staff_member,
  add column draft_at timestamptz,
  add check (num_nonnulls(draft, draft_by, draft_at) in (0, 3));
create index manual_quote_draft_by on manual_quote (draft_by) where draft_by is not null;

-- The list of questions is sorted by these times; its pages end with the id.
create index manual_quote_time on manual_quote (asked_at, id);
create index manual_quote_answer_time on manual_quote (answered_at, id) where answered_at is not null;
create index manual_quote_unanswered on manual_quote (id) where answered_at is null;
create index manual_quote_waiting on manual_quote ((case when state = 'asked' then asked_at end), id);

-- Finds the parts that are nearest in volume and surface, both as a length in logarithms, so that a part of
-- twice the size is equally far at every size.
create index part_body_shape on part_body using gist (point(
  ln(greatest((measures ->> 'volumeMm3')::double precision, 1e-9)) / 3,
  ln(greatest((measures ->> 'areaMm2')::double precision, 1e-9)) / 2
)) where measures is not null;

-- What staff and the customer write about an order. Notes are for staff only.
create table order_message (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references customer_order,
  -- Null if the customer wrote it.
  staff_id uuid references staff_member,
  is_visible boolean not null,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  -- A message of the customer that no visible message of staff has answered yet.
  awaits_answer boolean not null default false,
  check (staff_id is not null or is_visible),
  check (staff_id is null or not awaits_answer)
);
create index order_message_order on order_message (order_id, at);
create index order_message_staff on order_message (staff_id) where staff_id is not null;
create index order_message_waiting on order_message (order_id, at) where awaits_answer;

create trigger order_message_task after insert or update of awaits_answer on order_message
  for each statement execute function announce_tasks('order-message');
-- Open pages of the order show what was written.
create trigger order_message_announced after insert on order_message
  for each row when (new.is_visible) execute function announce_order();
