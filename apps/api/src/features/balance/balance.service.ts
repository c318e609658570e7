import type { PaymentRecord, PointView, ReloadView, TransactionView } from '@cotation/contracts'
import { paymentLimits } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Page } from '#db/lists.ts'
import { findCreditStanding } from '#src/money/credit.ts'
import { findBalance, readBalances } from '#src/money/ledger.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'
import { mayReload, reloadViewOf } from '#src/money/reload.ts'
import {
  findNextAvailable,
  listMovements,
  listPayments,
  listReloads,
  type MovementRow,
  type PaymentRow,
} from './balance.repository.ts'

type BalanceDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** History is shown for the last two years, to the day (spec 9). */
function historyStart(now: Date): Date {
  const start = new Date(now)
  start.setUTCFullYear(start.getUTCFullYear() - paymentLimits.historyYears)
  return start
}

const recordPageOf = ({ clock }: BalanceDeps, customerId: string, { page, pageSize }: Page) => ({
  customerId,
  since: historyStart(clock()),
  page,
  pageSize,
})

/** A customer's spendable and pending money, points and credit. */
export async function getBalance({ db, clock }: BalanceDeps, customerId: string) {
  const balanceOf = await readBalances(db, ['wallet', 'wallet_pending', 'points', 'credit'], customerId)
  const credit = await findCreditStanding(db, customerId, clock(), balanceOf('credit'))
  const pending = balanceOf('wallet_pending')
  const next = pending.balanceMinor > 0 ? await findNextAvailable(db, customerId) : null

  return {
    availableMinor: balanceOf('wallet').balanceMinor,
    pendingMinor: pending.balanceMinor,
    nextAvailableAt: next?.toISOString() ?? null,
    points: balanceOf('points').balanceMinor,
    credit: credit && { ...credit, nextDueAt: credit.nextDueAt?.toISOString() ?? null },
    isRecharge: await mayReload(db, customerId),
  }
}

export async function listReloadViews(
  deps: BalanceDeps,
  customerId: string,
  page: Page,
): Promise<{ records: ReloadView[]; total: number }> {
  const { rows, total } = await listReloads(deps.db, recordPageOf(deps, customerId, page))
  return { records: rows.map(({ reload, intent }) => reloadViewOf(reload, intent, deps.config)), total }
}

/** Customer accounts grow by credits, which are negative in the ledger. */
const changeOf = ({ amount_minor }: MovementRow) => -Number(amount_minor)

function transactionOf(row: MovementRow): TransactionView {
  return {
    id: row.id,
    type: row.kind,
    amountMinor: changeOf(row),
    balanceMinor: Number(row.balance_after_minor),
    at: row.created_at.toISOString(),
    method: row.intent_method ?? row.reload_method ?? (row.kind === 'payment' ? 'balance' : null),
    status: 'done',
    note: row.note,
    remark: row.reload_number ?? row.cost_number ?? row.po_number ?? '',
    orderId: row.order_id,
    orderNumber: row.order_number,
  }
}

export async function listTransactionViews(
  deps: BalanceDeps,
  customerId: string,
  page: Page,
): Promise<{ records: TransactionView[]; total: number }> {
  const { rows, total } = await listMovements(deps.db, 'wallet', recordPageOf(deps, customerId, page))
  return { records: rows.map(transactionOf), total }
}

function pointOf(row: MovementRow): PointView {
  return {
    id: row.id,
    getTime: row.created_at.toISOString(),
    pointType: row.kind,
    points: changeOf(row),
    pointBalance: Number(row.balance_after_minor),
    orderNumber: row.order_number,
  }
}

export async function listPointViews(
  deps: BalanceDeps,
  customerId: string,
  page: Page,
): Promise<{ records: PointView[]; total: number; balance: number }> {
  const { rows, total } = await listMovements(deps.db, 'points', recordPageOf(deps, customerId, page))
  const { balanceMinor } = await findBalance(deps.db, 'points', customerId)
  return { records: rows.map(pointOf), total, balance: balanceMinor }
}

function paymentOf(row: PaymentRow): PaymentRecord {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    orderId: row.order_id,
    number: row.order_number ?? row.cost_number ?? row.reload_number ?? '',
    subject: payableRefOf({ ...row, reload_id: null }).kind,
    method: row.method,
    state: row.state,
    amountMinor: Number(row.amount_minor),
    currency: row.currency,
    usdMinor: Number(row.usd_minor),
    refundedMinor: Number(row.refunded_minor),
    orderStatus: row.order_status,
  }
}

export async function listPaymentViews(
  deps: BalanceDeps,
  customerId: string,
  page: Page,
): Promise<{ records: PaymentRecord[]; total: number }> {
  const { rows, total } = await listPayments(deps.db, recordPageOf(deps, customerId, page))
  return { records: rows.map(paymentOf), total }
}
