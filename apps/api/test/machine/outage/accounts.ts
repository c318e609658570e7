import { isUnpaid } from '@cotation/domain'
import { sql } from 'kysely'
import { mailIdOf } from '#adapters/mail.ts'
import type { Db } from '#db/database.ts'
import { refundMinor, reloadUsd, type Shopper, type Visit } from './shopper.ts'

/** Scheduled jobs. */
const recurring = ['payment-reconcile', 'reload-credit']

/** SQL has no empty lists. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Descriptions of everything that started before a time and is not finished. */
export async function unfinished(db: Db, visits: readonly Visit[], before: number): Promise<string[]> {
  const moment = new Date(before)
  const old = visits.filter(({ begunAt }) => begunAt <= before)
  const { rows: jobs } = await sql<{ what: string }>`
    select concat_ws(' ', name, state, retry_count) as what from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and created_on <= ${moment}
      and not name = any(${recurring})`.execute(db)
  const { rows: letters } = await sql`select 1 from pgboss.job where name = 'dead-letter'`.execute(db)
  const paidThere = old.filter(({ kind, isPaidThere }) => kind !== 'reload' && isPaidThere).map(({ id }) => String(id))
  const orders = await db
    .selectFrom('customer_order')
    .select('id')
    .where('id', 'in', [nobody, ...paidThere])
    .where('status', 'in', ['awaiting_payment', 'payment_pending'])
    .execute()

  const refunds = await db
    .selectFrom('payment_refund')
    .select('id')
    .where('state', '<>', 'done')
    .where('asked_at', '<=', moment)
    .execute()

  return [
    ...old.filter(({ isOver }) => !isOver).map(({ kind }) => `visit ${kind}`),
    ...jobs.map(({ what }) => `job ${what}`),
    ...letters.map(() => 'job given up'),
    ...orders.map(({ id }) => `order ${id}`),
    ...refunds.map(({ id }) => `refund ${id}`),
  ]
}

interface Charged {
  intentId: string
  charges: number
  charged: number
  refunds: number
  refunded: number
}

/** Charges and refunds at the provider, per payment. */
async function chargedAt(provider: Db): Promise<Map<string, Charged>> {
  const { rows } = await sql<Charged>`
    select payment.data->'metadata'->>'intentId' as "intentId",
      count(distinct charge.id)::int as charges, coalesce(sum(distinct (charge.data->>'amount')::int), 0)::int as charged,
      count(distinct refund.id)::int as refunds,
      coalesce((select sum((one.data->>'amount')::int) from simulator_object one
        where one.kind = 'refund' and one.parent_id = payment.id), 0)::int as refunded
    from simulator_object payment
    left join simulator_object charge on charge.kind = 'charge' and charge.parent_id = payment.id
    left join simulator_object refund on refund.kind = 'refund' and refund.parent_id = payment.id
    where payment.kind = 'payment' group by payment.id, payment.data`.execute(provider)
  return new Map(rows.map((row) => [row.intentId, row]))
}

/** Descriptions of everything acknowledged to shoppers that is missing or duplicated. */
export async function wrongs(db: Db, provider: Db, shoppers: readonly Shopper[]): Promise<string[]> {
  const charged = await chargedAt(provider)
  const intents = await db.selectFrom('payment_intent').selectAll().execute()
  const orders = await db.selectFrom('customer_order').selectAll().execute()
  const reloads = await db.selectFrom('reload').selectAll().execute()
  const found: string[] = []

  for (const { customerId, visits } of shoppers) {
    const subjects = [...orders, ...reloads].filter(({ customer_id }) => customer_id === customerId)
    if (subjects.length !== visits.length) found.push(`${subjects.length} for ${visits.length} visits`)

    for (const visit of visits) {
      const same = subjects.filter(({ submission_key }) => submission_key === visit.submissionKey)
      const own = intents.filter(({ order_id, reload_id }) => (order_id ?? reload_id) === visit.id)
      const sum = (of: 'captured_minor' | 'refunded_minor') => own.reduce((total, row) => total + Number(row[of]), 0)
      const due =
        visit.kind === 'reload' ? reloadUsd * 100 : Number(orders.find(({ id }) => id === visit.id)?.total_minor)
      const back = visit.refundKey ? refundMinor : 0
      const cards = own.flatMap(({ id }) => charged.get(id) ?? [])
      const facts = {
        ids: same.map(({ id }) => id).join(),
        captured: sum('captured_minor'),
        refunded: sum('refunded_minor'),
        charges: cards.reduce((total, one) => total + one.charges, 0),
        charged: cards.reduce((total, one) => total + one.charged, 0),
        returned: cards.reduce((total, one) => total + one.refunded, 0),
      }

      const byCard = own
        .filter(({ method }) => method === 'card')
        .reduce((total, one) => total + Number(one.captured_minor), 0)
      const expected = {
        ids: visit.id,
        captured: due,
        refunded: back,
        charges: visit.kind === 'balance' ? 0 : 1,
        charged: byCard,
        returned: visit.kind === 'balance' ? 0 : back,
      }
      if (JSON.stringify(facts) !== JSON.stringify(expected))
        found.push(`${visit.kind}: ${JSON.stringify(facts)} and not ${JSON.stringify(expected)}`)
    }
  }

  return found
}

/** The expected balance of each shopper. */
export async function wrongBalances(db: Db, shoppers: readonly Shopper[], startMinor: number): Promise<string[]> {
  const found: string[] = []
  for (const { customerId, visits } of shoppers) {
    const { rows } = await sql<{ spent: string }>`
      select coalesce(sum(captured_minor - refunded_minor), 0) as spent from payment_intent
      where customer_id = ${customerId} and method = 'balance'`.execute(db)
    const reloaded = visits.filter(({ kind }) => kind === 'reload').length * reloadUsd * 100
    const { balance_minor } = await db
      .selectFrom('ledger_account')
      .select('balance_minor')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()

    const expected = startMinor + reloaded - Number(rows[0]?.spent)
    if (Number(balance_minor) !== expected) found.push(`${balance_minor} and not ${expected}`)
  }

  return found
}

/** The ids of the expected order mails. */
export async function expectedMails(db: Db): Promise<string[]> {
  const steps = await db.selectFrom('order_event').select(['id', 'order_id', 'to_status']).execute()
  return steps
    .filter(({ to_status }) => !isUnpaid(to_status))
    .map(({ id, order_id }) => mailIdOf(`order ${order_id} ${id}`))
}

/** Order mails that were retried. */
export async function mailsTriedAgain(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'order-mail' and (state = 'retry' or retry_count > 0)`.execute(db)
  return rows[0]?.count ?? 0
}
