-- Sorts and filters of the lists of the back office. Each sort ends with the id, as its pages do.
create index customer_order_placed on customer_order (placed_at, id);
create index customer_order_paid on customer_order (paid_at, id) where paid_at is not null;
create index customer_order_unpaid on customer_order (id) where paid_at is null;
create index customer_order_total on customer_order (total_minor, id);
create index customer_order_status_placed on customer_order (status, placed_at, id);
create index customer_order_country on customer_order ((shipping_address->>'country'), placed_at, id);
create index customer_order_carrier on customer_order (carrier, placed_at, id);

-- The day that counts next: of shipment until it is shipped, then of delivery.
create index customer_order_due on customer_order ((case
  when status in ('paid', 'in_review', 'in_production', 'quality_check') then dates->>'ship'
  when status = 'shipped' then dates->>'deliveryLatest' end), id);

create index customer_created on customer (created_at, id) where deleted_at is null;
create index customer_company on customer (nullif(company, ''), id) where deleted_at is null;
create index customer_manager on customer (manager_id) where manager_id is not null;
create index after_sale_claim_time on after_sale_claim (opened_at, id);
create index additional_cost_time on additional_cost (created_at, id);

-- Searches find a text anywhere in numbers, names and addresses. Where the extension cannot be
-- installed, they read the whole table instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index customer_order_number_search on customer_order using gin (number gin_trgm_ops);
  create index customer_order_po_search on customer_order using gin (po_number gin_trgm_ops) where po_number <> '';
  create index order_line_name_search on order_line using gin (name gin_trgm_ops);
  create index customer_email_search on customer using gin (email gin_trgm_ops);
  create index customer_company_search on customer using gin (company gin_trgm_ops) where company <> '';
  create index customer_name_search on customer
    using gin ((coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)) gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches in lists read whole tables';
end $$;

-- A list as a member of staff keeps it under a name; shared ones are for everybody with the right.
create table saved_view (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  name text not null check (length(name) between 1 and 60),
  -- Search, filters, sort and columns, as the address of the list has them.
  state text not null check (length(state) <= 4000),
  staff_id uuid not null references staff_member,
  is_shared boolean not null,
  created_at timestamptz not null,
  unique (staff_id, list, name)
);
create index saved_view_shared on saved_view (list) where is_shared;
