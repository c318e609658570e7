-- What staff note about a customer for their colleagues. The customer never sees it.
create table customer_note (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer,
  staff_id uuid not null references staff_member,
  text text not null check (length(text) between 1 and 4000),
  written_at timestamptz not null,
  -- Null if the text is still the first one.
  edited_at timestamptz
);
create index customer_note_customer on customer_note (customer_id, written_at);
create index customer_note_staff on customer_note (staff_id);
