-- What staff, tools and the system did, each entry chained to the one before by its hash (decision 0030).
-- No foreign keys: their row locks would be taken under the lock of the chain and could deadlock.
create table audit_entry (
  -- Without gaps, from 1.
  position bigint primary key check (position > 0),
  -- Taken under the lock of the chain: times never run against positions.
  at timestamptz not null,
  actor text not null check (actor in ('staff', 'tool', 'system')),
  staff_id uuid,
  -- Names of later releases are possible after a return to an earlier one.
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- The customer concerned; null if there is none.
  customer_id uuid,
  -- What changed: ids, amounts and states. Never names, addresses or texts of customers.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  -- Of the reason in audit_reason, which may be erased; null if no reason was given.
  reason_digest bytea check (length(reason_digest) = 32),
  -- Empty on the command line and in jobs.
  request_id text not null,
  -- Empty for the first entry.
  previous_hash bytea not null check (length(previous_hash) in (0, 32)),
  hash bytea not null unique check (length(hash) = 32),
  check ((actor = 'staff') = (staff_id is not null))
);
create index audit_entry_at on audit_entry (at, position);
create index audit_entry_staff on audit_entry (staff_id, position) where staff_id is not null;
create index audit_entry_action on audit_entry (action, position);
create index audit_entry_subject on audit_entry (subject_kind, subject_id, position);
create index audit_entry_customer on audit_entry (customer_id, position) where customer_id is not null;

-- Reasons are texts and may name a person. They are apart, so that they can be erased with their customer
-- without breaking the chain. The salt goes with the text: a digest alone lets nobody guess it.
create table audit_reason (
  position bigint primary key,
  customer_id uuid,
  salt uuid not null,
  reason text not null check (reason <> '')
);
create index audit_reason_customer on audit_reason (customer_id) where customer_id is not null;

-- Entries of a transaction that is not yet committed. Always empty outside of the transaction.
create table audit_pending (
  id bigint generated always as identity primary key,
  actor text not null,
  staff_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  customer_id uuid,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  request_id text not null
);

-- The canonical form is a JSON array of all columns: it has one way to write each value, and no two entries
-- share a form. Times are in UTC, whatever the time zone of the connection.
create function audit_entry_hash(entry audit_entry) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    entry.position,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    entry.actor,
    entry.staff_id,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    entry.customer_id,
    entry.before,
    entry.after,
    encode(entry.reason_digest, 'hex'),
    entry.request_id,
    encode(entry.previous_hash, 'hex')
  )::text, 'UTF8'))
$$;

create function audit_reason_digest(salt uuid, reason text) returns bytea language sql stable as $$
  select sha256(convert_to(salt || reason, 'UTF8'))
$$;

-- The customer concerned by an entry, for the erasure of reasons.
create function customer_of_audit(kind text, id text) returns uuid language plpgsql stable as $$
begin
  return case kind
    when 'customer' then (select customer.id from customer where customer.id = customer_of_audit.id::uuid)
    when 'order' then (select customer_id from customer_order where customer_order.id = customer_of_audit.id::uuid)
    when 'parcel' then (
      select customer_id from parcel join customer_order on customer_order.id = order_id
      where parcel.id = customer_of_audit.id::uuid)
    when 'reload' then (select customer_id from reload where reload.id = customer_of_audit.id::uuid)
    when 'claim' then (select customer_id from after_sale_claim where after_sale_claim.id = customer_of_audit.id::uuid)
    when 'additional-cost' then (
      select customer_id from additional_cost where additional_cost.id = customer_of_audit.id::uuid)
    when 'project' then (select customer_id from project where project.id = customer_of_audit.id::uuid)
    when 'proposal' then (select customer_id from proposal where proposal.id = customer_of_audit.id::uuid)
    when 'dispute' then (select customer_id from reload_dispute where reload_dispute.id = customer_of_audit.id::uuid)
  end;
end
$$;

-- Runs when the transaction commits. The lock of the chain is therefore the last one that a transaction takes,
-- wherever the service records its entry, and is held only for the commit, so it cannot deadlock.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_entry;
  entry audit_entry;
  salt uuid;
begin
  perform pg_advisory_xact_lock(hashtext('audit_entry chain'));
  select * into last from audit_entry order by position desc limit 1;

  entry.position := coalesce(last.position, 0) + 1;
  entry.at := greatest(clock_timestamp(), last.at);
  entry.actor := new.actor;
  entry.staff_id := new.staff_id;
  entry.action := new.action;
  entry.subject_kind := new.subject_kind;
  entry.subject_id := new.subject_id;
  entry.customer_id := coalesce(new.customer_id, customer_of_audit(new.subject_kind, new.subject_id));
  entry.before := new.before;
  entry.after := new.after;
  entry.request_id := new.request_id;
  entry.previous_hash := coalesce(last.hash, ''::bytea);

  if new.reason <> '' then
    salt := gen_random_uuid();
    entry.reason_digest := audit_reason_digest(salt, new.reason);
    insert into audit_reason (position, customer_id, salt, reason)
    values (entry.position, entry.customer_id, salt, new.reason);
  end if;

  entry.hash := audit_entry_hash(entry);
  insert into audit_entry values (entry.*);
  delete from audit_pending where id = new.id;
  return null;
end
$$;
create constraint trigger audit_pending_chained after insert on audit_pending
  deferrable initially deferred for each row execute function chain_audit_entry();

create trigger audit_entry_kept before update or delete on audit_entry
  for each row execute function keep_for_ever();
create trigger audit_entry_not_emptied before truncate on audit_entry
  for each statement execute function keep_for_ever();

-- A reason goes once its customer is deleted, never before, and never changes.
create function keep_audit_reason() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_of_deleted_customer(to_jsonb(old)) then
    return old;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_reason_kept before update or delete on audit_reason
  for each row execute function keep_audit_reason();
create trigger audit_reason_not_emptied before truncate on audit_reason
  for each statement execute function keep_for_ever();

-- How far the chain was verified, and what was found: one row for each run.
create table audit_verification (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The last entry of the run, and its hash; 0 and empty while there is none.
  position bigint not null,
  hash bytea not null,
  -- Whether it began at the first entry, not at the last verified one.
  is_whole boolean not null,
  -- The first entry that is wrong and what is wrong with it; null if the chain is unbroken.
  broken_at bigint,
  fault text,
  check ((broken_at is null) = (fault is null))
);
create index audit_verification_at on audit_verification (at);
create trigger audit_verification_kept before update or delete on audit_verification
  for each row execute function keep_for_ever();
create trigger audit_verification_not_emptied before truncate on audit_verification
  for each statement execute function keep_for_ever();

-- The role of the application may add entries and read them. Its owner could grant itself more, and a superuser
-- is not bound by it: decision 0030 says what verification finds then.
do $$
begin
  execute format('revoke update, delete, truncate on audit_entry, audit_verification from %I', current_user);
end
$$;
