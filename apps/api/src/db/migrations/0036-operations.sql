-- What matters for the security of accounts, kept for 90 days. No foreign keys: an event is recorded
-- although its account was removed in the meantime.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  customer_id uuid,
  staff_id uuid,
  -- A keyed hash; the address itself is not stored. Empty for the command line.
  network_hash text not null default '',
  -- A route, a sign-in service or an error code; never a text of the caller.
  detail text not null default '',
  -- More than one for repeats of an event within a minute.
  count integer not null default 1 check (count > 0)
);
create index security_event_at on security_event (at, id);
create index security_event_kind on security_event (kind, at, id);
create index security_event_customer on security_event (customer_id, at, id) where customer_id is not null;
create index security_event_staff on security_event (staff_id, at, id) where staff_id is not null;
create index security_event_network on security_event (network_hash, at, id);

-- Payments that wait for a person are counted each time a monitor asks.
create index payment_intent_attention on payment_intent (state) where state in ('held', 'disputed');
