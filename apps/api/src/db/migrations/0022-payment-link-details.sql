-- A link is for one recipient, so that a repeated mail replaces no other recipient's key.
alter table payment_link
  add column id uuid not null unique default gen_random_uuid(),
  -- Empty if the customer passes the link on.
  add column recipient text not null default '',
  add column message text not null default '',
  -- What the holder sees of the customer and the order: only what the customer chose.
  add column requester text not null default '',
  add column company text not null default '',
  add column shows_po_number boolean not null default false,
  add column shows_parts boolean not null default false,
  drop constraint payment_link_order_id_key,
  drop constraint payment_link_additional_cost_id_key,
  add constraint payment_link_order_recipient unique (order_id, recipient),
  add constraint payment_link_cost_recipient unique (additional_cost_id, recipient);
