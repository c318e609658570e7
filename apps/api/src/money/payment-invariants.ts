import { openPaymentStates, paymentLimits } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { type Invariant, type Span, within } from './span.ts'

type Subject = 'order_id' | 'reload_id'

/** Between the end of a payment's time and the job that closes it. */
const graceHours = 1

/** What a payment brought in the end, in USD: a transfer in another currency counts at the rate that was fixed for it. */
const paidUsd = sql`case when intent.currency = 'USD' then intent.captured_minor - intent.refunded_minor
  else round(intent.captured_minor::numeric * intent.usd_minor / intent.amount_minor)
    - coalesce((select sum(refund.usd_minor) from payment_refund refund
        where refund.intent_id = intent.id and refund.state = 'done'), 0) end`

const paid = (subject: Subject, span: Span) => sql`
  select intent.${sql.ref(subject)} as subject, sum(${paidUsd}) as minor
  from payment_intent intent where ${within(`intent.${subject}`, span)} group by intent.${sql.ref(subject)}`

/** What accounts of these kinds were credited with, for each order or reload. */
const credited = (subject: Subject, kinds: readonly string[], span: Span) => sql`
  select posting.${sql.ref(subject)} as subject, -sum(entry.amount_minor) as minor
  from ledger_transaction posting
  join ledger_entry entry on entry.transaction_id = posting.id
  join ledger_account account on account.id = entry.account_id
  where ${within(`posting.${subject}`, span)} and account.currency = 'USD' and account.kind in (${sql.join(kinds)})
  group by posting.${sql.ref(subject)}`

const differing = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<{ what: string }> => sql`
  select concat_ws(' ', subject, coalesce(one.minor, 0), coalesce(other.minor, 0)) as what
  from (${one}) one full join (${other}) other using (subject)
  where coalesce(one.minor, 0) <> coalesce(other.minor, 0)`

/** What must hold between payments and what was posted for them. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'captured minus refunded of an order is not its sales',
    breaches: (span) => differing(paid('order_id', span), credited('order_id', ['sales'], span)),
  },
  {
    name: 'a reload is not what was paid for it',
    breaches: (span) => differing(paid('reload_id', span), credited('reload_id', ['wallet', 'wallet_pending'], span)),
  },
  {
    name: 'a reload can be spent before it is credited, or is pending after',
    breaches: (span) => sql`select concat_ws(' ', reload.id, account.kind, -sum(entry.amount_minor)) as what
      from reload
      join ledger_transaction posting on posting.reload_id = reload.id
      join ledger_entry entry on entry.transaction_id = posting.id
      join ledger_account account on account.id = entry.account_id
      where ${within('reload.id', span)}
        and account.kind = case when reload.credited_at is null then 'wallet' else 'wallet_pending' end
      group by reload.id, account.kind having sum(entry.amount_minor) <> 0`,
  },
  {
    name: 'credit is held for an order without an authorised payment, or not held for one',
    breaches: (span) =>
      differing(
        sql`select order_id as subject, sum(usd_minor) as minor from payment_intent
          where ${within('order_id', span)} and method = 'credit' and state = 'authorized' group by order_id`,
        credited('order_id', ['credit_holds'], span),
      ),
  },
  {
    name: 'the sums of a payment are not those of its events',
    breaches: (span) => sql`select concat_ws(' ', intent.id, intent.captured_minor, intent.refunded_minor) as what
      from payment_intent intent
      left join payment_event event on event.intent_id = intent.id and ${within('event.intent_id', span)}
      where ${within('intent.id', span)}
      group by intent.id
      having intent.captured_minor <> coalesce(sum(event.amount_minor) filter (where event.type = 'captured'), 0)
        or intent.refunded_minor <> coalesce(sum(event.amount_minor) filter (where event.type = 'refunded'), 0)`,
  },
]

/** One that is held waits for a person, who has no limit. */
const waiting = openPaymentStates.filter((state) => state !== 'held')

/** No payment is open longer than its method allows. */
export const punctuality = (now: Date): Invariant => ({
  name: 'a payment is open past its limit',
  breaches: (span) => sql`select concat_ws(' ', id, method, state) as what from payment_intent
    where ${within('id', span)} and state in (${sql.join(waiting)})
      and coalesce(expires_at, created_at + case method
        when 'card' then make_interval(hours => ${paymentLimits.cardHours}::int)
        when 'bank_transfer' then make_interval(days => ${paymentLimits.bankTransferDays}::int)
        else interval '0' end) + make_interval(hours => ${graceHours}::int) < ${now}::timestamptz`,
})
