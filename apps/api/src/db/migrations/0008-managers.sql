-- How customers reach a member of staff. Hours are given in both languages or not at all.
alter table staff_member
  add column phone text not null default '',
  add column hours_fr text not null default '',
  add column hours_en text not null default '',
  add check ((hours_fr = '') = (hours_en = ''));

-- A manager who is disabled stays here but is no longer shown or written to.
alter table customer add column manager_id uuid references staff_member;

-- Who assigned which manager to a customer, when and why. `customer.manager_id` is the newest of them.
create table manager_change (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  -- Null if the manager was removed.
  manager_id uuid references staff_member,
  reason text not null,
  staff_id uuid not null references staff_member,
  at timestamptz not null
);
create index manager_change_customer on manager_change (customer_id, id);
create trigger manager_change_kept before update or delete on manager_change for each row execute function keep_for_ever();

-- The name and address that answers to the mail go to, if not the sender's.
alter table mailbox_message add column reply_to text;
