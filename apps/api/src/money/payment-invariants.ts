import { openPaymentStates, paymentLimits } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { type IdRange, type Invariant, within } from './id-range.ts'

type Purpose = 'order_id' | 'reload_id'

/** Time for the job that closes expired payments. */
const graceHours = 1

/** Captured minus refunded in USD; a transfer in another currency counts at the rate fixed for it. */
const paidUsd = sql`case when intent.currency = 'USD' then intent.captured_minor - intent.refunded_minor
  else round(intent.captured_minor::numeric * intent.usd_minor / intent.amount_minor)
    - coalesce((select sum(refund.usd_minor) from payment_refund refund
        where refund.intent_id = intent.id and refund.state = 'done'), 0) end`

const paid = (purpose: Purpose, range: IdRange) => sql`
  select intent.${sql.ref(purpose)} as subject, sum(${paidUsd}) as minor
  from payment_intent intent where ${within(`intent.${purpose}`, range)} group by intent.${sql.ref(purpose)}`

/** The credits to accounts of these kinds, per order or reload. */
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
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'captured minus refunded of an order is not its sales',
    violations: (range) => differing(paid('order_id', range), credited('order_id', ['sales'], range)),
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
    violations: (range) =>
      differing(
        sql`select order_id as subject, sum(usd_minor) as minor from payment_intent
          where ${within('order_id', range)} and method = 'credit' and state = 'authorized' group by order_id`,
        credited('order_id', ['credit_holds'], range),
      ),
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
export const punctuality = (now: Date): Invariant => ({
  name: 'a payment is open past its limit',
  violations: (range) => sql`select concat_ws(' ', id, method, state) as what from payment_intent
    where ${within('id', range)} and state in (${sql.join(timedStates)})
      and coalesce(expires_at, created_at + case method
        when 'card' then make_interval(hours => ${paymentLimits.cardHours}::int)
        when 'bank_transfer' then make_interval(days => ${paymentLimits.bankTransferDays}::int)
        else interval '0' end) + make_interval(hours => ${graceHours}::int) < ${now}::timestamptz`,
})
