import { openPaymentStates, paymentLimits } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** Per rule, because one bug may affect thousands of rows. */
const maxReported = 20

/** A query over all entries of some years would exceed the statement timeout. */
const maxEntriesPerQuery = 100_000
const maxRanges = 1000

/** The planner's row estimate costs nothing; it is negative for a table never analysed. */
async function chooseRangeCount(db: Db | Trx): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select reltuples::float8 as entries from pg_class where oid = 'ledger_entry'::regclass`.execute(db)
  return Math.min(maxRanges, Math.max(1, Math.ceil((rows[0]?.entries ?? 0) / maxEntriesPerQuery)))
}

/**
 * All violated ledger rules with the ids concerned (quality, Ledger); empty if all is well. With
 * `now` also payments that should be closed. A large ledger is checked in ranges of ids.
 */
export async function ledgerViolations(db: Db | Trx, now?: Date, rangeCount?: number): Promise<string[]> {
  const ranges = splitIds(rangeCount ?? (await chooseRangeCount(db)))
  const invariants = [
    ...bookkeepingInvariants,
    ...pointInvariants,
    ...paymentInvariants,
    ...(now ? [punctuality(now)] : []),
  ]

  const found: string[] = []
  for (const { name, violations } of invariants) {
    const reported: string[] = []
    for (const range of ranges) {
      const left = maxReported - reported.length
      if (left === 0) break

      const { rows } = await sql<{ what: string }>`${violations(range)} limit ${left}`.execute(db)
      reported.push(...rows.map(({ what }) => `${name}: ${what}`))
    }

    found.push(...reported)
  }

  return found
}

/** The entry's effect on the balance of its account. */
const effect = sql`case account.normal_side when 'debit' then 1 else -1 end * entry.amount_minor`

/** Rules for all postings and accounts; they apply to points too. */
const bookkeepingInvariants: readonly Invariant[] = [
  {
    name: 'a posting does not balance',
    violations: (range) => sql`select concat_ws(' ', transaction_id, currency, sum(amount_minor)) as what
      from ledger_entry where ${within('transaction_id', range)}
      group by transaction_id, currency having sum(amount_minor) <> 0`,
  },
  {
    name: 'a posting has fewer than two entries',
    violations: (range) => sql`select posting.id::text as what
      from ledger_transaction posting
      left join ledger_entry entry on entry.transaction_id = posting.id and ${within('entry.transaction_id', range)}
      where ${within('posting.id', range)}
      group by posting.id having count(entry.id) < 2`,
  },
  {
    name: 'an entry has another currency than its account',
    violations: (range) => sql`select concat_ws(' ', entry.id, entry.currency, account.currency) as what
      from ledger_entry entry join ledger_account account on account.id = entry.account_id
      where ${within('entry.transaction_id', range)} and entry.currency <> account.currency`,
  },
  {
    name: 'points and money are mixed',
    violations: (range) => sql`select concat_ws(' ', id, kind, currency) as what from ledger_account
      where ${within('id', range)} and (kind in ('points', 'points_issued')) <> (currency = 'PTS')`,
  },
  {
    name: 'a balance is not the sum of its entries',
    violations: (range) => sql`select concat_ws(' ', account.id, account.kind, account.balance_minor) as what
      from ledger_account account left join ledger_entry entry on entry.account_id = account.id
      where ${within('account.id', range)} and account.customer_id is not null
      group by account.id having account.balance_minor <> coalesce(sum(${effect}), 0)`,
  },
  {
    name: 'the history of an account does not add up',
    violations: (range) => sql`select concat_ws(' ', account_id, entry_id) as what from (
        select account.id as account_id, entry.id as entry_id, entry.balance_after_minor as after,
          sum(${effect}) over (partition by entry.account_id order by entry.id) as expected
        from ledger_account account join ledger_entry entry on entry.account_id = account.id
        where ${within('account.id', range)} and account.customer_id is not null
      ) history where after is distinct from expected`,
  },
  {
    name: 'an account is below its floor',
    violations: (range) => sql`select concat_ws(' ', id, kind, balance_minor, floor_minor) as what
      from ledger_account where ${within('id', range)} and balance_minor < floor_minor`,
  },
]

/** What is left of a lot. */
const rest = sql`(lot.points - lot.used - lot.expired - lot.reversed)`

/** Points are the sum of their lots. */
const pointInvariants: readonly Invariant[] = [
  {
    name: 'points are not the sum of their lots',
    violations: (range) => sql`select concat_ws(' ', account.customer_id, account.balance_minor, sum(${rest})) as what
      from ledger_account account left join point_lot lot on lot.customer_id = account.customer_id
      where ${within('account.id', range)} and account.kind = 'points'
      group by account.id having account.balance_minor <> coalesce(sum(${rest}), 0)`,
  },
  {
    name: 'a lot is not what was posted for it',
    violations: (range) => sql`select concat_ws(' ', lot.id, lot.points) as what from point_lot lot
      where ${within('lot.id', range)} and not exists (
        select from ledger_entry entry join ledger_account account on account.id = entry.account_id
        where entry.transaction_id = lot.transaction_id and account.kind = 'points'
          and account.customer_id = lot.customer_id and -entry.amount_minor = lot.points)`,
  },
  {
    name: 'the used points of a lot are not those of its coupons',
    violations: (range) => sql`select concat_ws(' ', lot.id, lot.used, sum(point_use.points)) as what
      from point_lot lot left join point_use on point_use.lot_id = lot.id
      where ${within('lot.id', range)}
      group by lot.id having lot.used <> coalesce(sum(point_use.points), 0)`,
  },
  {
    name: 'points are owed while others are left',
    violations: (range) => sql`select lot.customer_id::text as what from point_lot lot
      where ${within('lot.customer_id', range)} and ${rest} <> 0
      group by lot.customer_id having min(${rest}) < 0 and max(${rest}) > 0`,
  },
  {
    name: 'a reward waits although no points are owed',
    violations: (range) => sql`select concat_ws(' ', reward.id, account.balance_minor) as what
      from point_reward reward
      join ledger_account account on account.kind = 'points' and account.customer_id = reward.customer_id
      where ${within('reward.id', range)} and reward.credited_at is null and account.balance_minor >= 0`,
  },
]

type Purpose = 'order_id' | 'additional_cost_id' | 'reload_id'

/** Time for the job that closes expired payments. */
const graceHours = 1

/** Captured minus refunded in USD; transfers in other currencies count at their fixed rate. */
const paidUsd = sql`case when intent.currency = 'USD' then intent.captured_minor - intent.refunded_minor
  else round(intent.captured_minor::numeric * intent.usd_minor / intent.amount_minor)
    - coalesce((select sum(refund.usd_minor) from payment_refund refund
        where refund.intent_id = intent.id and refund.state = 'done'), 0) end`

const paid = (purpose: Purpose, range: IdRange) => sql`
  select intent.${sql.ref(purpose)} as subject, sum(${paidUsd}) as minor
  from payment_intent intent where ${within(`intent.${purpose}`, range)} group by intent.${sql.ref(purpose)}`

/** What counts as paid for an additional cost: reserved credit too, held money not. */
const countedPaid = (range: IdRange) => sql`
  select intent.additional_cost_id as subject,
    sum(case intent.state when 'authorized' then intent.usd_minor else ${paidUsd} end) as minor
  from payment_intent intent
  where ${within('intent.additional_cost_id', range)} and intent.state <> 'held'
  group by intent.additional_cost_id`

/** Credit that is reserved by payments and not captured yet. */
const authorized = (purpose: Purpose, range: IdRange) => sql`
  select ${sql.ref(purpose)} as subject, sum(usd_minor) as minor from payment_intent
  where ${within(purpose, range)} and method = 'credit' and state = 'authorized' group by ${sql.ref(purpose)}`

/** The credits to accounts of these kinds, per order, additional cost or reload. */
const credited = (purpose: Purpose, kinds: readonly string[], range: IdRange) => sql`
  select posting.${sql.ref(purpose)} as subject, -sum(entry.amount_minor) as minor
  from ledger_transaction posting
  join ledger_entry entry on entry.transaction_id = posting.id
  join ledger_account account on account.id = entry.account_id
  where ${within(`posting.${purpose}`, range)} and account.currency = 'USD' and account.kind in (${sql.join(kinds)})
  group by posting.${sql.ref(purpose)}`

const differing = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<{ what: string }> => sql`
  select concat_ws(' ', subject, coalesce(one.minor, 0), coalesce(other.minor, 0)) as what
  from (${one}) one full join (${other}) other using (subject)
  where coalesce(one.minor, 0) <> coalesce(other.minor, 0)`

/** Payments must agree with their postings. */
const paymentInvariants: readonly Invariant[] = [
  {
    name: 'captured minus refunded of an order is not its sales',
    violations: (range) => differing(paid('order_id', range), credited('order_id', ['sales'], range)),
  },
  {
    name: 'captured minus refunded of an additional cost is not its sales',
    violations: (range) =>
      differing(paid('additional_cost_id', range), credited('additional_cost_id', ['sales'], range)),
  },
  {
    name: 'an additional cost is paid without the money for it, or has it without being paid',
    violations: (range) => sql`select concat_ws(' ', cost.id, cost.state, coalesce(paid.minor, 0)) as what
      from additional_cost cost left join (${countedPaid(range)}) paid on paid.subject = cost.id
      where ${within('cost.id', range)}
        and case when cost.state = 'paid' then cost.refunded_at is null and coalesce(paid.minor, 0) <= 0
          else coalesce(paid.minor, 0) >= cost.total_minor end`,
  },
  {
    name: 'a reload is not what was paid for it',
    violations: (range) =>
      differing(paid('reload_id', range), credited('reload_id', ['wallet', 'wallet_pending'], range)),
  },
  {
    name: 'a reload can be spent before it is credited, or is pending after',
    violations: (range) => sql`select concat_ws(' ', reload.id, account.kind, -sum(entry.amount_minor)) as what
      from reload
      join ledger_transaction posting on posting.reload_id = reload.id
      join ledger_entry entry on entry.transaction_id = posting.id
      join ledger_account account on account.id = entry.account_id
      where ${within('reload.id', range)}
        and account.kind = case when reload.credited_at is null then 'wallet' else 'wallet_pending' end
      group by reload.id, account.kind having sum(entry.amount_minor) <> 0`,
  },
  {
    name: 'credit is held for an order without an authorised payment, or not held for one',
    violations: (range) => differing(authorized('order_id', range), credited('order_id', ['credit_holds'], range)),
  },
  {
    name: 'credit is held for an additional cost without an authorised payment, or not held for one',
    violations: (range) =>
      differing(authorized('additional_cost_id', range), credited('additional_cost_id', ['credit_holds'], range)),
  },
  {
    name: 'the sums of a payment are not those of its events',
    violations: (range) => sql`select concat_ws(' ', intent.id, intent.captured_minor, intent.refunded_minor) as what
      from payment_intent intent
      left join payment_event event on event.intent_id = intent.id and ${within('event.intent_id', range)}
      where ${within('intent.id', range)}
      group by intent.id
      having intent.captured_minor <> coalesce(sum(event.amount_minor) filter (where event.type = 'captured'), 0)
        or intent.refunded_minor <> coalesce(sum(event.amount_minor) filter (where event.type = 'refunded'), 0)`,
  },
]

/** `held` payments wait for staff, without a time limit. */
const timedStates = openPaymentStates.filter((state) => state !== 'held')

/** No payment is open longer than its method allows. */
const punctuality = (now: Date): Invariant => ({
  name: 'a payment is open past its limit',
  violations: (range) => sql`select concat_ws(' ', id, method, state) as what from payment_intent
    where ${within('id', range)} and state in (${sql.join(timedStates)})
      and coalesce(expires_at, created_at + case method
        when 'card' then make_interval(hours => ${paymentLimits.cardHours}::int)
        when 'bank_transfer' then make_interval(days => ${paymentLimits.bankTransferDays}::int)
        else interval '0' end) + make_interval(hours => ${graceHours}::int) < ${now}::timestamptz`,
})

/** A range of UUIDs, inclusive. */
interface IdRange {
  from: string
  to: string
}

const prefixCount = 2 ** 32
const toPrefix = (number: number) => number.toString(16).padStart(8, '0')

/** Splits all UUIDs into `count` ranges of about the same size. */
export function splitIds(count: number): IdRange[] {
  return Array.from({ length: count }, (_, i) => {
    const first = Math.floor((i * prefixCount) / count)
    const last = Math.floor(((i + 1) * prefixCount) / count) - 1
    return {
      from: `${toPrefix(first)}-0000-0000-0000-000000000000`,
      to: `${toPrefix(last)}-ffff-ffff-ffff-ffffffffffff`,
    }
  })
}

const within = (column: string, { from, to }: IdRange): RawBuilder<boolean> =>
  sql`${sql.ref(column)} between ${from}::uuid and ${to}::uuid`

/** A rule and the query for violations in a range of ids: ids and amounts, no personal data. */
interface Invariant {
  name: string
  violations: (range: IdRange) => RawBuilder<{ what: string }>
}
