import { rm } from 'node:fs/promises'
import { type Currency, isClosedOrder, orderStatuses } from '@cotation/domain'
import { sql } from 'kysely'
import { byTool, installation, recordAudit } from '#core/audit.ts'
import { type Config, ConfigError } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import { grantCredit } from '#features/balance/staff-credit.service.ts'
import { applyFacts } from '#features/payment/intent/apply-facts.service.ts'
import { systemFact } from '#features/payment/intent/derived-facts.ts'
import type { PaymentDeps } from '#features/payment/intent/settle-bill.service.ts'
import { closeAccount } from '#features/personal-data/confirm-deletion.service.ts'
import { lockLivingCustomer, putRequest } from '#features/personal-data/deletion.repository.ts'
import { disableStaff } from '#features/staff-access/staff.service.ts'
import { demoCoupon, demoCouponEnd, demoEmails, demoStaffEmails, passwordFileOf } from './demo.ts'
import { demoReceiptPrefix, demoStaffEmail } from './demo-shop/people.ts'
import { findBalance, type LedgerLine, post } from './money/ledger.ts'

/** What `npm run demo -- end` needs. */
export type DemoEndDeps = PaymentDeps

/**
 * The provider's sessions of the test mode, the simulator's too. The id is never changed or erased, so
 * it marks a payment without money for ever.
 */
const isSimulated = sql`starts_with(intent.provider_session, 'cs_test_')`

/** Begins the key of the posting that ends the trial of a customer, once. */
const keyPrefix = 'trial-ended '

interface SimulatedBalance {
  customerId: string
  /** Reloaded without money, minus refunds; above zero. */
  reloadedMinor: number
  /** The part of these reloads that is still on the balance. */
  leftMinor: number
  pendingMinor: number
}

/**
 * Customers who have reloaded without money and whose trial has not ended, also if they have spent
 * it all: otherwise the money that they pay later would count as simulated. Simulated money is spent
 * first, so that reloads with money are never taken.
 */
async function listSimulatedBalances(db: Db | Trx): Promise<SimulatedBalance[]> {
  const { rows } = await sql<SimulatedBalance>`
    with reloaded as (
      select intent.customer_id,
        sum(intent.captured_minor - intent.refunded_minor) filter (where ${isSimulated}) as simulated_minor,
        sum(reload.amount_minor) filter (where ${isSimulated} is not true
          and reload.credited_at is not null and intent.captured_minor > intent.refunded_minor) as paid_minor
      from payment_intent intent join reload on reload.id = intent.reload_id
      group by intent.customer_id
    ), balance as (
      select customer_id, sum(balance_minor) filter (where kind = 'wallet') as wallet_minor,
        sum(balance_minor) filter (where kind = 'wallet_pending') as pending_minor
      from ledger_account where customer_id is not null group by customer_id
    )
    select customer_id as "customerId", simulated_minor::float8 as "reloadedMinor",
      least(simulated_minor, greatest(0, coalesce(wallet_minor, 0) - coalesce(paid_minor, 0)))::float8 as "leftMinor",
      coalesce(pending_minor, 0)::float8 as "pendingMinor"
    from reloaded join balance using (customer_id)
    where simulated_minor > 0
      and not exists (select from ledger_transaction where idempotency_key = ${keyPrefix} || customer_id)
    order by customer_id`.execute(db)
  return rows
}

interface OpenPayment {
  id: string
  currency: Currency
  /** Number of the order or additional cost; null for a reload. */
  number: string | null
}

/** Simulated card payments without a result. A live key does not know their pages. */
async function listOpenSimulatedPayments(db: Db | Trx): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select intent.id, intent.currency, coalesce(purchase.number, cost.number) as number
    from payment_intent intent
    left join customer_order purchase on purchase.id = intent.order_id
    left join additional_cost cost on cost.id = intent.additional_cost_id
    where ${isSimulated} and intent.state in ('requires_action', 'processing')
    order by number, intent.id`.execute(db)
  return rows
}

const listDemoCustomers = (db: Db | Trx) =>
  db
    .selectFrom('customer')
    .select('id')
    .where('email', 'in', demoEmails)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The shop may issue a code of the same name later. */
const isDemoOffer = sql<boolean>`code = ${demoCoupon} and redeemable_until = ${demoCouponEnd}::timestamptz`

const findDemoOffer = (db: Db | Trx) =>
  db.selectFrom('coupon_offer').select('code').where(isDemoOffer).executeTakeFirst()

/** What a trial has left behind that is worth money, in words; empty if nothing. */
export async function listTrialRests(db: Db | Trx): Promise<string[]> {
  const customers = await listDemoCustomers(db)
  const balances = await listSimulatedBalances(db)
  const offer = await findDemoOffer(db)
  const payments = await listOpenSimulatedPayments(db)

  return [
    ...(customers.length > 0 ? [`demo accounts: ${customers.length}`] : []),
    ...(balances.length > 0 ? [`balances from simulated payments: ${balances.length}`] : []),
    ...(payments.length > 0 ? [`open simulated card payments: ${payments.length}`] : []),
    ...(offer ? [`the coupon code ${offer.code}`] : []),
  ]
}

/** Refuses to take real money while customers could pay with money that was never paid. */
export async function requireTrialEnded(config: Pick<Config, 'takesMoney'>, db: Db): Promise<void> {
  if (!config.takesMoney) return

  const rests = await listTrialRests(db)
  if (rests.length === 0) return

  throw new ConfigError(
    `STRIPE_SECRET_KEY is a live key, but this database still has the data of a trial (${rests.join(', ')}). Run: npm run demo -- end`,
  )
}

export class TrialNotEndable extends Error {
  override readonly name = 'TrialNotEndable'
}

export interface TrialEnd {
  accounts: number
  balances: number
  removedMinor: number
  /** How many simulated card payments were ended, and the bills that can be paid again. */
  endedPayments: number
  unpaidBills: string[]
  /** Orders that were paid without money; they stay, and staff decide about them. */
  simulatedOrders: string[]
}

/** Removes demo accounts, their credit, simulated balances and the demo coupon. Idempotent. */
export async function endTrial(deps: DemoEndDeps): Promise<TrialEnd> {
  return deps.db.transaction().execute(async (trx) => {
    await refuseWaitingRefunds(trx)
    const isOver = (await listTrialRests(trx)).length === 0

    // First, because the balance's part of such a payment goes back to the balance.
    const ended = await endOpenPayments(deps, trx)
    const balances = await removeSimulatedBalances(deps, trx)
    await withdrawDemoCoupons(trx, deps.clock())
    const closedIds = await closeDemoAccounts(deps, trx)

    const simulatedOrders = await listSimulatedOrders(trx, closedIds)
    const accounts = closedIds.length
    if (!isOver) {
      const after = { accounts, ...balances, endedPayments: ended.endedPayments, simulatedOrders }
      await recordAudit(trx, { ...byTool, action: 'installation.trial-ended', subject: installation, after })
    }
    return { ...ended, ...balances, accounts, simulatedOrders }
  })
}

/** After the transaction: the demo's members of staff, who may have enrolled, and the password. */
export async function removeDemoAccess(deps: Pick<Deps, 'clock' | 'db'>, dataDir: string): Promise<void> {
  for (const email of demoStaffEmails) await disableStaff(deps, email)
  await deps.db.updateTable('staff_member').set({ password_hash: null }).where('is_demo', '=', true).execute()
  await deps.db.deleteFrom('demo_password').execute()
  await rm(passwordFileOf(dataDir), { force: true })
}

/**
 * Sessions of demo staff needed no second factor. After a restart with other settings others may reach
 * the server, so they end like the accounts themselves.
 */
export async function endDemoStaffSessions({ demo, isLocalOnly }: Pick<Config, 'demo' | 'isLocalOnly'>, db: Db) {
  if (demo && isLocalOnly) return

  await db
    .deleteFrom('session')
    .where('staff_id', 'in', (eb) => eb.selectFrom('staff_member').select('id').where('is_demo', '=', true))
    .execute()
}

/** Only the simulator can execute them. */
async function refuseWaitingRefunds(trx: Trx): Promise<void> {
  const { rows } = await sql`
    select from payment_refund refund join payment_intent intent on intent.id = refund.intent_id
    where ${isSimulated} and refund.state = 'asked' limit 1`.execute(trx)
  if (rows.length > 0)
    throw new TrialNotEndable(
      'The refund of a simulated card payment is under way. Start the trial once more for a minute, then try again.',
    )
}

/**
 * Ends simulated card payments as if their pages had expired: otherwise they would block any other
 * payment of their order for ever. Customers who had already paid on the page get the usual mail that
 * the payment has failed.
 */
async function endOpenPayments(deps: DemoEndDeps, trx: Trx): Promise<Pick<TrialEnd, 'endedPayments' | 'unpaidBills'>> {
  const payments = await listOpenSimulatedPayments(trx)
  for (const { id, currency } of payments)
    await applyFacts(deps, trx, id, [systemFact({ currency }, 'expired', `${keyPrefix}${id}`)])

  const unpaidBills = payments.flatMap(({ number }) => (number === null ? [] : [number]))
  return { endedPayments: payments.length, unpaidBills }
}

async function removeSimulatedBalances({ clock }: DemoEndDeps, trx: Trx) {
  const balances = await listSimulatedBalances(trx)
  if (balances.some(({ pendingMinor }) => pendingMinor > 0))
    throw new TrialNotEndable(
      'A simulated reload waits to be credited. Start the trial once more for RELOAD_MINUTES, then try again.',
    )

  for (const balance of balances) await endSimulatedBalance(trx, clock(), balance)

  const removed = balances.filter(({ leftMinor }) => leftMinor > 0)
  return { balances: removed.length, removedMinor: removed.reduce((sum, { leftMinor }) => sum + leftMinor, 0) }
}

/** Takes all simulated reloads of a customer out of the takings by card; what was spent is goodwill. */
async function endSimulatedBalance(trx: Trx, now: Date, balance: SimulatedBalance): Promise<void> {
  const { customerId, reloadedMinor, leftMinor } = balance
  const spentMinor = reloadedMinor - leftMinor
  const lines: LedgerLine[] = [{ account: { kind: 'card' }, amountMinor: -reloadedMinor }]
  if (leftMinor > 0) lines.push({ account: { kind: 'wallet', customerId }, amountMinor: leftMinor })
  if (spentMinor > 0) lines.push({ account: { kind: 'goodwill' }, amountMinor: spentMinor })

  await post(trx, now, {
    kind: 'adjustment',
    key: `${keyPrefix}${customerId}`,
    customerId,
    note: 'End of the trial',
    lines,
  })
}

async function withdrawDemoCoupons(trx: Trx, now: Date): Promise<void> {
  if (!(await findDemoOffer(trx))) return

  await trx
    .updateTable('coupon')
    .set({ withdrawn_at: now })
    .where('source', '=', `code:${demoCoupon}`)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  await trx.updateTable('coupon_offer').set({ redeemable_until: now, uses_left: 0 }).where(isDemoOffer).execute()
}

/** Closes the accounts as their owners would, but without obstacles and without a mail. */
async function closeDemoAccounts(deps: DemoEndDeps, trx: Trx): Promise<string[]> {
  const customers = await listDemoCustomers(trx)
  for (const { id } of customers) {
    await endCredit(deps, trx, id)

    const customer = await lockLivingCustomer(trx, id)
    if (!customer) continue

    const now = deps.clock()
    const { language } = customer
    await putRequest(trx, id, { language, requested_at: now, expires_at: now, given_up_minor: 0 })
    await closeAccount(deps, trx, customer, { now, keyHash: secretHash(newSecret()), isTold: true })
  }

  return customers.map(({ id }) => id)
}

/** Lowers the limit to what is already owed. */
async function endCredit(deps: DemoEndDeps, trx: Trx, customerId: string): Promise<void> {
  const { balanceMinor, floorMinor } = await findBalance(trx, 'credit', customerId)
  if (floorMinor === balanceMinor) return

  const staff = await trx
    .selectFrom('staff_member')
    .select('id')
    .where('email', '=', demoStaffEmail)
    .executeTakeFirstOrThrow()
  const grant = { customerId, limitMinor: -balanceMinor, reason: 'End of the trial' }
  await grantCredit(deps, trx, staff.id, grant)
}

/**
 * Open orders paid by a simulated card, from a balance that held simulated money at the time, by a bank
 * transaction of the demo, or with the credit of the accounts that are being closed.
 */
async function listSimulatedOrders(trx: Trx, closedIds: readonly string[]): Promise<string[]> {
  const finished = orderStatuses.filter((status) => status === 'delivered' || isClosedOrder(status))
  const { rows } = await sql<{ number: string }>`
    select distinct purchase.number from payment_intent intent
    join customer_order purchase on purchase.id = intent.order_id
    left join ledger_transaction ended on ended.idempotency_key = ${keyPrefix} || intent.customer_id
    where intent.captured_minor > intent.refunded_minor
      and (${isSimulated} or intent.method = 'balance' and intent.created_at <= ended.created_at
        or intent.method = 'credit' and intent.customer_id = any(${closedIds})
        or exists (
          select from bank_receipt
          where intent_id = intent.id and starts_with(bank_transaction_id, ${demoReceiptPrefix})))
      and purchase.status not in (${sql.join(finished)})
    order by purchase.number`.execute(trx)
  return rows.map(({ number }) => number)
}
