-- Codes that bring friends. The key is in lower case: codes are unique without case. A code is never
-- given to another customer, because old links would then reward the wrong one.
create table referral_code (
  key text primary key check (key ~ '^[a-z0-9]{6,20}$'),
  code text not null check (lower(code) = key),
  customer_id uuid not null references customer on delete cascade,
  -- False for the first code, which the server made up: replacing it does not count as a change.
  is_chosen boolean not null,
  chosen_at timestamptz not null,
  -- Null for the current code.
  valid_until timestamptz
);
create index referral_code_customer on referral_code (customer_id);
create unique index referral_code_current on referral_code (customer_id) where valid_until is null;

-- Who came through whom. Bound at sign-up, never later.
create table referral (
  id uuid primary key default gen_random_uuid(),
  friend_id uuid not null unique references customer on delete cascade,
  referrer_id uuid not null references customer on delete cascade,
  code text not null,
  bound_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'rewarded', 'refused', 'voided')),
  -- Why there is no reward. For staff only.
  reasons text[] not null default '{}',
  decided_at timestamptz,
  -- The first order of the friend, and the coupon of the referrer for it.
  order_id uuid references customer_order,
  coupon_id uuid references coupon,
  check (friend_id <> referrer_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('refused', 'voided')) = (cardinality(reasons) > 0))
);
create index referral_referrer on referral (referrer_id, bound_at desc);
create index referral_order on referral (order_id);
create index referral_refused on referral (decided_at desc) where state in ('refused', 'voided');

-- One mail for each address that a customer invites, ever.
create table referral_invitation (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references customer on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null,
  unique (referrer_id, email)
);

-- Usable only while the customer has no order that was not cancelled.
alter table coupon add column first_order_only boolean not null default false;

-- The provider's name for a card, equal for the same card. Recognises a person with two accounts.
create table card_fingerprint (
  intent_id uuid primary key references payment_intent,
  fingerprint text not null
);

-- Accounts of customers at carriers, for freight collect. A replaced one stays for its orders. Staff
-- confirm an account before its first use.
create table express_account (
  customer_id uuid not null references customer on delete cascade,
  carrier text not null check (carrier in ('dhl', 'fedex', 'sf')),
  number text not null,
  is_current boolean not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Null for an account that was used before confirmations existed.
  confirmed_by uuid references staff_member,
  primary key (customer_id, carrier, number),
  check (confirmed_at is not null or confirmed_by is null)
);
create unique index express_account_current on express_account (customer_id, carrier) where is_current;

-- Numbers of earlier orders. One that a parcel was sent with counts as confirmed.
insert into express_account (customer_id, carrier, number, is_current, created_at, confirmed_at)
  select customer_id, carrier, freight_account, false, min(placed_at),
    max(closed_at) filter (where status = 'completed')
  from customer_order where freight_account <> '' group by customer_id, carrier, freight_account;

-- The one text of the profile moves to the carrier that it names, or to the only one that it fits.
-- Nine digits alone fit two carriers: that text stays where it is, and the profile shows it.
with written as (
  select id, lower(express_account) as text, regexp_replace(express_account, '[^0-9]', '', 'g') as digits
  from customer where express_account <> ''
), fitting as (
  select id, digits, case
    when text like '%dhl%' and length(digits) = 9 then 'dhl'
    when text like '%fedex%' and length(digits) = 9 then 'fedex'
    when text ~ '^(sf[^a-z]*)?[^a-z]*$' and length(digits) = 10 then 'sf'
  end as carrier
  from written
), moved as (
  insert into express_account (customer_id, carrier, number, is_current, created_at)
    select id, carrier, digits, true, now() from fitting where carrier is not null
    on conflict (customer_id, carrier, number) do update set is_current = true
    returning customer_id
)
update customer set express_account = '' where id in (select customer_id from moved);

-- As for other rows of customers: nothing is left behind by a request that began before a deletion.
create trigger referral_code_of_customer before insert on referral_code
  for each row execute function refuse_deleted_customer();
create trigger express_account_of_customer before insert on express_account
  for each row execute function refuse_deleted_customer();
