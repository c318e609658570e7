-- The row of a deleted customer stays, without personal data: orders and the ledger refer to it.
alter table customer add column deleted_at timestamptz;

alter table account_key
  drop constraint account_key_purpose_check,
  add constraint account_key_purpose_check
    check (purpose in ('activation', 'password-reset', 'password-code', 'account-deletion'));

alter table staff_member
  drop constraint staff_member_role_check,
  add constraint staff_member_role_check
    check (role in ('account-manager', 'customer-success', 'operator', 'accountant', 'administrator'));

-- Balances that customers gave up when they deleted their account.
insert into ledger_account (kind, currency, normal_side, created_at)
  select 'given_up', currency, 'credit', now() from unnest(array['USD', 'EUR', 'GBP', 'HKD', 'CNY']) as currency;

-- A request, then the record of what was done. The row outlives the personal data of its customer.
create table account_deletion (
  customer_id uuid primary key references customer on delete cascade,
  language text not null check (language in ('fr', 'en')),
  requested_at timestamptz not null,
  -- The mailed link works until then.
  expires_at timestamptz not null,
  -- What the customer gave up in writing (US cents). A larger balance blocks the deletion again.
  given_up_minor bigint not null check (given_up_minor >= 0),
  confirmed_at timestamptz,
  -- The link that was used: opened again, it says that the account is deleted.
  confirmed_key_hash bytea unique check (length(confirmed_key_hash) = 32),
  -- What the erasure needs of the customer; null before the confirmation and after the erasure.
  contact jsonb,
  finished_at timestamptz,
  check ((confirmed_at is null) = (confirmed_key_hash is null)),
  check ((contact is not null) = (confirmed_at is not null and finished_at is null))
);
create index account_deletion_unfinished on account_deletion (confirmed_at) where finished_at is null;

-- What the law makes us keep of a deleted customer: invoices, and rows behind them as they were.
create table archive_record (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  -- A table, or 'invoice'.
  source text not null,
  row_key text not null,
  data jsonb not null,
  -- Of an invoice: its PDF in the file store.
  file_key text,
  archived_at timestamptz not null,
  retain_until timestamptz not null,
  unique (source, row_key)
);
create index archive_record_customer on archive_record (customer_id, id);
create index archive_record_end on archive_record (retain_until);

-- Who opened whose archive, when and why.
create table archive_opening (
  id bigint generated always as identity primary key,
  customer_id uuid not null references customer,
  staff_id uuid not null references staff_member,
  reason text not null,
  -- The order or additional cost whose invoice was opened; null for the records.
  invoice_of uuid,
  at timestamptz not null
);
create index archive_opening_customer on archive_opening (customer_id, id);

create table data_export (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  state text not null check (state in ('queued', 'running', 'ready', 'failed', 'ended')),
  language text not null check (language in ('fr', 'en')),
  attempts integer not null default 0,
  -- Percent.
  progress integer not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null,
  ready_at timestamptz,
  -- The file is removed then.
  expires_at timestamptz,
  bytes bigint check (bytes > 0),
  -- Opens one download without a session: a browser sends no token when it saves a file.
  ticket_hash bytea unique check (length(ticket_hash) = 32),
  ticket_expires_at timestamptz,
  check ((state = 'ready') = (bytes is not null))
);
create unique index data_export_one_open on data_export (customer_id) where state in ('queued', 'running');
create index data_export_customer on data_export (customer_id, requested_at desc);
create index data_export_end on data_export (expires_at) where state = 'ready';

-- Whether a row belongs to a deleted customer, directly or through its order, reload, additional cost or payment.
create function is_of_deleted_customer(kept jsonb) returns boolean language sql stable as $$
  select exists (
    select from customer
    where deleted_at is not null and id = coalesce(
      (kept ->> 'customer_id')::uuid,
      (select customer_id from customer_order where id = (kept ->> 'order_id')::uuid),
      (select customer_id from reload where id = (kept ->> 'reload_id')::uuid),
      (select customer_id from additional_cost where id = (kept ->> 'cost_id')::uuid),
      (select customer_id from payment_intent where id = (kept ->> 'intent_id')::uuid)))
$$;

-- Rows stay as they are, with one exception: texts named as arguments of the trigger may be emptied,
-- nothing else, and only once their customer is deleted. Amounts, times and links never change.
create or replace function keep_for_ever() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 0 then
    if to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv
      and not exists (select from unnest(tg_argv) as name where to_jsonb(new) ->> name <> '')
      and is_of_deleted_customer(to_jsonb(old))
    then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end
$$;

drop trigger order_event_kept on order_event;
create trigger order_event_kept before update or delete on order_event
  for each row execute function keep_for_ever('reason');
drop trigger additional_cost_event_kept on additional_cost_event;
create trigger additional_cost_event_kept before update or delete on additional_cost_event
  for each row execute function keep_for_ever('reason');
drop trigger ledger_transaction_kept on ledger_transaction;
create trigger ledger_transaction_kept before update or delete on ledger_transaction
  for each row execute function keep_for_ever('note');
drop trigger credit_grant_kept on credit_grant;
create trigger credit_grant_kept before update or delete on credit_grant
  for each row execute function keep_for_ever('reason');
drop trigger manager_change_kept on manager_change;
create trigger manager_change_kept before update or delete on manager_change
  for each row execute function keep_for_ever('reason');

create trigger archive_opening_kept before update or delete on archive_opening
  for each row execute function keep_for_ever();
create trigger archive_opening_not_emptied before truncate on archive_opening
  for each statement execute function keep_for_ever();
-- Removed only by the job that ends the retention.
create trigger archive_record_kept before update on archive_record for each row execute function keep_for_ever();

-- A request that began before the deletion must leave nothing behind. It waits for the deletion's
-- lock and is then refused as a conflict: repeated, it finds that its session has ended.
create function refuse_deleted_customer() returns trigger language plpgsql as $$
declare
  ended timestamptz;
begin
  -- Without a condition on the time: it would be checked before the wait, and let the row pass.
  select deleted_at into ended from customer where id = new.customer_id for key share;
  if ended is not null then
    raise exception 'the customer of this row of % is deleted', tg_table_name using errcode = 'serialization_failure';
  end if;
  return new;
end
$$;
create trigger session_of_customer before insert on session
  for each row when (new.customer_id is not null) execute function refuse_deleted_customer();
create trigger account_key_of_customer before insert on account_key
  for each row execute function refuse_deleted_customer();
create trigger quick_link_of_customer before insert on quick_link
  for each row execute function refuse_deleted_customer();
create trigger known_device_of_customer before insert on known_device
  for each row execute function refuse_deleted_customer();
create trigger address_of_customer before insert on address
  for each row execute function refuse_deleted_customer();
create trigger project_of_customer before insert or update of customer_id on project
  for each row when (new.customer_id is not null) execute function refuse_deleted_customer();
create trigger upload_of_customer before insert or update of customer_id on upload
  for each row when (new.customer_id is not null) execute function refuse_deleted_customer();
create trigger coupon_of_customer before insert on coupon
  for each row execute function refuse_deleted_customer();
create trigger customer_order_of_customer before insert on customer_order
  for each row execute function refuse_deleted_customer();
create trigger reload_of_customer before insert on reload
  for each row execute function refuse_deleted_customer();
create trigger data_export_of_customer before insert on data_export
  for each row execute function refuse_deleted_customer();
create trigger after_sale_claim_of_customer before insert on after_sale_claim
  for each row execute function refuse_deleted_customer();
create trigger after_sale_photo_of_customer before insert on after_sale_photo
  for each row execute function refuse_deleted_customer();
create trigger additional_cost_of_customer before insert on additional_cost
  for each row execute function refuse_deleted_customer();
create trigger point_lot_of_customer before insert on point_lot
  for each row execute function refuse_deleted_customer();
create trigger point_reward_of_customer before insert on point_reward
  for each row execute function refuse_deleted_customer();
create trigger check_in_of_customer before insert on check_in
  for each row execute function refuse_deleted_customer();
create trigger loyalty_member_of_customer before insert on loyalty_member
  for each row execute function refuse_deleted_customer();
create trigger time_zone_choice_of_customer before insert on time_zone_choice
  for each row execute function refuse_deleted_customer();
