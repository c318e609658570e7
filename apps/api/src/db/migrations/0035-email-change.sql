-- A change of the e-mail address: the new address confirms it, and the old one can undo it.
create table email_change (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  old_email text not null,
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  requested_at timestamptz not null,
  -- Keys are made when the mails are sent.
  confirm_hash bytea unique check (length(confirm_hash) = 32),
  undo_hash bytea unique check (length(undo_hash) = 32),
  confirmed_at timestamptz
);
create index email_change_customer on email_change (customer_id);
create trigger email_change_of_customer before insert on email_change
  for each row execute function refuse_deleted_customer();
