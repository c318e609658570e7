-- What is in a parcel, how heavy and how large it is, and what its carrier has reported.
alter table parcel
  add column weight_g integer check (weight_g > 0),
  add column length_mm integer check (length_mm > 0),
  add column width_mm integer check (width_mm > 0),
  add column height_mm integer check (height_mm > 0),
  add constraint parcel_box check (num_nonnulls(length_mm, width_mm, height_mm) in (0, 3));

create table parcel_content (
  parcel_id uuid not null references parcel,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, order_line_id)
);
create index parcel_content_order_line on parcel_content (order_line_id);

-- The only parcel of an order has all of its parts. Where an order has several, nobody recorded what
-- is in which: they stay without contents.
insert into parcel_content (parcel_id, order_line_id, quantity)
  select parcel.id, order_line.id, order_line.quantity
  from parcel join order_line on order_line.order_id = parcel.order_id
  where not exists (
    select from parcel other where other.order_id = parcel.order_id and other.id <> parcel.id);

-- What a carrier or a person reported about a parcel. The state of a parcel is that of the last report.
create table parcel_event (
  id bigint generated always as identity primary key,
  parcel_id uuid not null references parcel,
  at timestamptz not null,
  state text not null check (state in ('announced', 'in_transit', 'delivered', 'exception')),
  -- Where the parcel was, in the words of the carrier; empty if nobody said so.
  place text not null,
  note text not null,
  -- The carrier's id of the report, which is stored once; null for reports of staff.
  carrier_event_id text,
  staff_id uuid references staff_member,
  unique (parcel_id, carrier_event_id)
);
create index parcel_event_staff on parcel_event (staff_id) where staff_id is not null;

insert into parcel_event (parcel_id, at, state, place, note)
  select id, created_at, 'announced', '', '' from parcel
  union all select id, shipped_at, 'in_transit', '', '' from parcel where shipped_at is not null
  union all select id, delivered_at, 'delivered', '', '' from parcel where delivered_at is not null
  order by 2;

-- The tracking job asks carriers about these.
create index parcel_moving on parcel (created_at) where state in ('in_transit', 'exception');

-- A removed parcel changes the order's page too.
create function announce_removed_parcel() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'order:' || old.order_id);
  return null;
end
$$;
create trigger parcel_removal_announced after delete on parcel
  for each row execute function announce_removed_parcel();
