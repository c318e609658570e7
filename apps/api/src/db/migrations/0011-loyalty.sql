-- Members of the loyalty programme; a person without a row is a bronze member who never did anything.
create table loyalty_member (
  customer_id uuid primary key references customer on delete cascade,
  level text not null default 'bronze' check (level in ('bronze', 'silver', 'gold', 'platinum', 'diamond')),
  -- The last month ('2026-03') whose review and coupons the member got.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- The member cannot check in before: keeps 24-hour periods from holding more than two check-ins.
  next_check_in_at timestamptz
);

-- Points are lots: what one posting credited. Used oldest first, expiring together.
create table point_lot (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer,
  transaction_id uuid not null unique references ledger_transaction,
  order_id uuid references customer_order,
  earned_at timestamptz not null,
  expires_at timestamptz not null,
  points integer not null check (points > 0),
  used integer not null default 0 check (used >= 0),
  expired integer not null default 0 check (expired >= 0),
  reversed integer not null default 0 check (reversed between 0 and points),
  -- What is left may be negative: a refund took back points that were used, and the customer owes them.
  check (used + expired <= points)
);
create index point_lot_open on point_lot (customer_id, earned_at) where points - used - expired - reversed <> 0;
create index point_lot_due on point_lot (expires_at) where points - used - expired - reversed > 0;
create index point_lot_order on point_lot (order_id) where order_id is not null;

-- Which lots paid for a coupon. Removed when the coupon is voided and its points go back.
create table point_use (
  coupon_id uuid not null references coupon on delete cascade,
  lot_id uuid not null references point_lot,
  points integer not null check (points > 0),
  primary key (coupon_id, lot_id)
);
create index point_use_lot on point_use (lot_id);

-- Points for check-ins and tasks. One that was earned while points were owed waits to be credited.
create table point_reward (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customer on delete cascade,
  -- 'check-in:2026-03-02', 'task:profile', 'task:reload:2026-03', 'task:review:<order>': each once.
  source text not null,
  -- The task, or 'check-in'.
  task text not null,
  -- Of the limits: the customer's own for check-ins, UTC for tasks.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  points integer not null check (points > 0),
  earned_at timestamptz not null,
  credited_at timestamptz,
  unique (customer_id, source)
);
create index point_reward_month on point_reward (customer_id, month);

create table check_in (
  customer_id uuid not null references customer on delete cascade,
  -- In the customer's time zone at that moment; never recomputed.
  day date not null,
  time_zone text not null,
  at timestamptz not null,
  -- The day of the cycle, from 1.
  streak integer not null check (streak > 0),
  -- Without the bonus of the month.
  points integer not null check (points >= 0),
  primary key (customer_id, day)
);

-- The time zones that a customer chose. Each is in force from the day after the choice.
create table time_zone_choice (
  customer_id uuid not null references customer on delete cascade,
  time_zone text not null check (length(time_zone) <= 64),
  chosen_at timestamptz not null,
  valid_from timestamptz not null,
  primary key (customer_id, valid_from)
);

-- Pictures of a review, kept in the file store. Only the customer and staff see them.
create table review_photo (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references order_review,
  created_at timestamptz not null
);
create index review_photo_order on review_photo (order_id, created_at);

-- Existing points: a lot per credit. Reversals concern the lot of their order, other debits the oldest lots.
with movement as (
  select posting.id, posting.order_id, posting.created_at, account.customer_id, -entry.amount_minor as points
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id
  join ledger_transaction posting on posting.id = entry.transaction_id
  where account.kind = 'points'),
credit as (select * from movement where points > 0),
debit as (
  select order_id, customer_id, -sum(points) as points from movement
  where points < 0 and order_id is not null group by order_id, customer_id),
lot as (
  select credit.*, least(credit.points, coalesce(debit.points, 0)) as own
  from credit left join debit on debit.order_id = credit.order_id and debit.customer_id = credit.customer_id),
running as (
  select lot.*, points - own as kept, sum(points - own) over (partition by customer_id order by created_at, id) as until
  from lot),
surplus as (
  select lot.customer_id, sum(lot.points - lot.own) - account.balance_minor as points
  from lot join ledger_account account on account.kind = 'points' and account.customer_id = lot.customer_id
  group by lot.customer_id, account.balance_minor)
insert into point_lot (customer_id, transaction_id, order_id, earned_at, expires_at, points, reversed)
select running.customer_id, running.id, running.order_id, running.created_at,
  make_timestamptz(extract(year from running.created_at at time zone 'UTC')::int + 2, 1, 1, 0, 0, 0, 'UTC'),
  running.points,
  own + least(kept, greatest(0, surplus.points - (until - kept)))
from running join surplus on surplus.customer_id = running.customer_id;

-- Persons who have bought are members; this month's coupons are issued with the next run.
insert into loyalty_member (customer_id, month)
select distinct customer.id, '2000-01'
from customer join customer_order on customer_order.customer_id = customer.id
where customer.account_type = 'personal' and customer_order.status = 'completed';
