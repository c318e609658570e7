-- Who works on what waits for a person. A row counts only if it is not older than the task, so that a
-- claim ends with its task: an expert question that is asked again later is free.
create table task_claim (
  kind text not null,
  -- The row that the task is about; where that has no id of its own, a hash of its key.
  subject_id uuid not null,
  staff_id uuid not null references staff_member,
  claimed_at timestamptz not null,
  -- Who had it before, and why it was taken over.
  taken_from uuid references staff_member,
  reason text not null default '',
  primary key (kind, subject_id)
);
create index task_claim_staff on task_claim (staff_id);
create index task_claim_taken_from on task_claim (taken_from) where taken_from is not null;

-- Tasks that nothing else ends: a person has dealt with them.
create table task_done (
  kind text not null,
  subject_id uuid not null,
  -- Null for what was there before this list existed.
  staff_id uuid references staff_member,
  done_at timestamptz not null,
  primary key (kind, subject_id)
);
create index task_done_staff on task_done (staff_id) where staff_id is not null;

insert into task_done (kind, subject_id, done_at)
  select 'contact-message', id, now() from contact_message
  union all select 'cost-declined', id, now() from additional_cost where state in ('declined', 'expired')
  union all select 'refund-failed', id, now() from payment_refund where state = 'failed'
  union all select 'referral-refused', id, now() from referral where state in ('refused', 'voided')
  union all select 'file-unreadable', id, now() from upload where state = 'failed';

-- When a person wants a mail about a kind of task; without a row, what suits the role.
create table task_notice_choice (
  staff_id uuid not null references staff_member,
  kind text not null,
  notice text not null check (notice in ('at-once', 'morning', 'never')),
  primary key (staff_id, kind)
);

-- The tasks that a person was mailed about at once.
create table task_notice (
  staff_id uuid not null references staff_member,
  kind text not null,
  subject_id uuid not null,
  -- When the task began; it may come back.
  since timestamptz not null,
  noticed_at timestamptz not null,
  primary key (staff_id, kind, subject_id, since)
);
create index task_notice_age on task_notice (noticed_at);

-- The list reads what waits, not what was ever there.
create index customer_order_unshipped on customer_order (status, paid_at)
  where status in ('paid', 'in_review', 'in_production', 'quality_check');
create index manual_quote_asked on manual_quote (asked_at) where state = 'asked';
create index bank_receipt_waiting on bank_receipt (state, received_at) where state in ('held', 'unapproved');
create index payment_refund_failed on payment_refund (done_at) where state = 'failed';
create index express_account_unconfirmed on express_account (created_at) where confirmed_at is null;
create index upload_failed on upload (created_at) where state = 'failed';
create index project_export_review on project (updated_at)
  where deleted_at is null and export_declaration ->> 'answer' in ('yes', 'unknown');

-- Open lists follow these changes as pages of customers follow theirs (migration 0027). The
-- notification names the kinds; what appeared or ended is read again.
create function announce_tasks() returns trigger language plpgsql as $$
declare
  kind text;
begin
  foreach kind in array tg_argv loop
    perform pg_notify('change', 'today:' || kind);
  end loop;
  return null;
end
$$;

create trigger manual_quote_task after insert or update of state on manual_quote
  for each statement execute function announce_tasks('expert-question', 'file-unreadable');
create trigger contact_message_task after insert on contact_message
  for each statement execute function announce_tasks('contact-message');
create trigger customer_order_task after insert or update of status, stopped_by on customer_order
  for each statement execute function announce_tasks('order-review', 'order-late', 'cost-declined');
create trigger after_sale_claim_task after insert or update of state on after_sale_claim
  for each statement execute function announce_tasks('claim');
create trigger additional_cost_task after update of state on additional_cost
  for each statement execute function announce_tasks('cost-declined');
create trigger bank_receipt_task after insert or update of state on bank_receipt
  for each statement execute function announce_tasks('receipt-held', 'receipt-unapproved');
create trigger payment_intent_task after update of state on payment_intent
  for each row when (old.state in ('held', 'disputed') or new.state in ('held', 'disputed'))
  execute function announce_tasks('payment-held', 'payment-dispute');
create trigger payment_refund_task after insert or update of state on payment_refund
  for each statement execute function announce_tasks('refund-to-send', 'refund-failed');
create trigger reload_dispute_task after insert or update on reload_dispute
  for each statement execute function announce_tasks('reload-dispute');
create trigger vat_check_task after insert on vat_check
  for each statement execute function announce_tasks('vat-number');
create trigger express_account_task after insert or update on express_account
  for each statement execute function announce_tasks('freight-account');
create trigger project_task after update of export_declaration on project
  for each statement execute function announce_tasks('export-control');
create trigger proposal_task after insert on proposal
  for each statement execute function announce_tasks('proposal');
create trigger proposal_decision_task after insert on proposal_decision
  for each statement execute function announce_tasks('proposal');
create trigger referral_task after update of state on referral
  for each row when (new.state in ('refused', 'voided')) execute function announce_tasks('referral-refused');
create trigger upload_task after update of state on upload
  for each row when (new.state = 'failed') execute function announce_tasks('file-unreadable');

create function announce_task() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', 'today:' || coalesce(new.kind, old.kind));
  return null;
end
$$;

create trigger task_claim_announced after insert or update or delete on task_claim
  for each row execute function announce_task();
create trigger task_done_announced after insert on task_done
  for each row execute function announce_task();
