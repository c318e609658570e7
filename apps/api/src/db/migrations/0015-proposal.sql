-- Actions of staff that wait for a second person. What was proposed never changes.
create table proposal (
  id uuid primary key default gen_random_uuid(),
  -- The action with the parameters that it runs with (`ProposalAction`).
  action jsonb not null,
  -- Names the request: while its proposal is open, the request makes no second one.
  request_key text not null,
  -- Whose money it is about; null for a coupon offer.
  customer_id uuid references customer,
  -- In US cents: what it moves at most (null without a bound), and what one person had moved before
  -- that counts against the same limit.
  amount_minor bigint check (amount_minor >= 0),
  earlier_minor bigint not null check (earlier_minor >= 0),
  reason text not null,
  proposed_by uuid not null references staff_member,
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  unique (id, proposed_by)
);
create index proposal_request on proposal (request_key, proposed_at desc);
create index proposal_customer on proposal (customer_id) where customer_id is not null;
create index proposal_proposed on proposal (proposed_at desc);
create trigger proposal_kept before update or delete on proposal
  for each row execute function keep_for_ever('reason');
create trigger proposal_not_emptied before truncate on proposal
  for each statement execute function keep_for_ever();

-- How a proposal ended, once. `proposed_by` is a copy that lets the database compare both people.
create table proposal_decision (
  proposal_id uuid primary key,
  proposed_by uuid not null,
  outcome text not null check (outcome in ('approved', 'refused', 'withdrawn', 'expired')),
  -- Null if it expired.
  decided_by uuid references staff_member,
  reason text not null,
  decided_at timestamptz not null,
  foreign key (proposal_id, proposed_by) references proposal (id, proposed_by),
  check ((outcome = 'expired') = (decided_by is null)),
  -- Nobody approves or refuses an own proposal, and nobody withdraws that of another.
  check (decided_by is null or (outcome = 'withdrawn') = (decided_by = proposed_by))
);
create trigger proposal_decision_kept before update or delete on proposal_decision
  for each row execute function keep_for_ever('reason');
create trigger proposal_decision_not_emptied before truncate on proposal_decision
  for each statement execute function keep_for_ever();

-- What one person moved alone. The sums of 24 hours decide when a second person is needed.
create table solo_action (
  id bigint generated always as identity primary key,
  solo_limit text not null check (solo_limit in ('transfer', 'refund', 'settlement', 'balance', 'coupon')),
  request_key text not null,
  -- Null for a coupon offer, which counts for the person who makes it.
  customer_id uuid references customer,
  staff_id uuid not null references staff_member,
  amount_minor bigint not null check (amount_minor >= 0),
  at timestamptz not null
);
create index solo_action_customer on solo_action (customer_id, at) where customer_id is not null;
create index solo_action_staff on solo_action (staff_id, at) where customer_id is null;
create trigger solo_action_kept before update or delete on solo_action
  for each row execute function keep_for_ever();
create trigger solo_action_not_emptied before truncate on solo_action
  for each statement execute function keep_for_ever();

-- Decisions belong to the customer of their proposal.
create or replace function is_of_deleted_customer(kept jsonb) returns boolean language sql stable as $$
  select exists (
    select from customer
    where deleted_at is not null and id = coalesce(
      (kept ->> 'customer_id')::uuid,
      (select customer_id from customer_order where id = (kept ->> 'order_id')::uuid),
      (select customer_id from reload where id = (kept ->> 'reload_id')::uuid),
      (select customer_id from additional_cost where id = (kept ->> 'cost_id')::uuid),
      (select customer_id from payment_intent where id = (kept ->> 'intent_id')::uuid),
      (select customer_id from proposal where id = (kept ->> 'proposal_id')::uuid)))
$$;
