import { creditDueAt } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import { isFlagged } from './customer-flag.ts'
import { type Balance, findBalance } from './ledger.ts'
import { creditPurchase } from './order-payments.ts'

export interface CreditStanding {
  limitMinor: number
  /** Reserved or captured, and not yet settled. */
  owedMinor: number
  /** The share of `owedMinor` that is past its due date. */
  overdueMinor: number
  /** When the oldest unsettled purchase falls due. */
  nextDueAt: Date | null
  /** Staff let this customer pay first only. */
  isSuspended: boolean
}

interface Purchase {
  /** The order or additional cost. */
  billId: string | null
  at: Date
  minor: number
}

/**
 * What each order and additional cost still has on credit, oldest first, and the sum of settlements.
 * A release or refund reduces its own purchase; it must not settle an older one.
 */
async function creditHistory(db: Db | Trx, customerId: string): Promise<{ bought: Purchase[]; settledMinor: number }> {
  const rows = await db
    .selectFrom('ledger_account as account')
    .innerJoin('ledger_entry as entry', 'entry.account_id', 'account.id')
    .innerJoin('ledger_transaction as posting', 'posting.id', 'entry.transaction_id')
    .select(({ fn }) => [
      'posting.order_id',
      'posting.additional_cost_id',
      fn.sum<string>('entry.amount_minor').as('minor'),
      fn.min('posting.created_at').as('at'),
    ])
    .where('account.kind', '=', 'credit')
    .where('account.customer_id', '=', customerId)
    .groupBy(['posting.order_id', 'posting.additional_cost_id'])
    .execute()

  const isPurchase = (row: (typeof rows)[number]) => row.order_id !== null || row.additional_cost_id !== null
  const bought = rows
    .filter((row) => isPurchase(row) && Number(row.minor) > 0)
    .map((row) => ({ billId: row.order_id ?? row.additional_cost_id, at: row.at, minor: Number(row.minor) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime())

  const settledMinor = -rows.reduce((sum, row) => (isPurchase(row) ? sum : sum + Number(row.minor)), 0)
  return { bought, settledMinor }
}

/** What each purchase still owes, oldest first. Settlements pay the oldest purchases first. */
async function openPurchases(db: Db | Trx, customerId: string): Promise<(Purchase & { openMinor: number })[]> {
  const { bought, settledMinor } = await creditHistory(db, customerId)
  let unusedMinor = settledMinor

  return bought.map((purchase) => {
    const openMinor = Math.max(0, purchase.minor - Math.max(0, unusedMinor))
    unusedMinor -= purchase.minor
    return { ...purchase, openMinor }
  })
}

/** What is owed for an order or additional cost that was bought on credit, and until when. */
export interface BillCredit {
  owedMinor: number
  dueAt: Date
}

type BoughtBill = { id: string; paid_at: Date | null }

/** What an order or additional cost that was bought on credit owes, and until when; null for others. */
export function billCreditOf(
  { id, paid_at: paidAt }: BoughtBill,
  payments: Parameters<typeof creditPurchase>[0],
  owedFor: (billId: string) => number,
): BillCredit | null {
  if (!paidAt || !creditPurchase(payments)) return null
  return { owedMinor: owedFor(id), dueAt: creditDueAt(paidAt) }
}

/** The same for a caller of the API. */
export const creditViewOf = (credit: BillCredit | null) =>
  credit && { owedMinor: credit.owedMinor, dueAt: credit.dueAt.toISOString() }

/** `billCreditOf` for one bill; reads the debts only if it was bought on credit. */
export async function findBillCredit(
  db: Db | Trx,
  customerId: string,
  bill: BoughtBill,
  payments: Parameters<typeof creditPurchase>[0],
): Promise<BillCredit | null> {
  if (!creditPurchase(payments)) return null
  return billCreditOf(bill, payments, await readBillDebts(db, customerId))
}

/** What a customer still owes for each order and additional cost bought on credit; 0 once it is settled. */
export async function readBillDebts(db: Db | Trx, customerId: string): Promise<(billId: string) => number> {
  const purchases = await openPurchases(db, customerId)
  return (billId) => purchases.find((purchase) => purchase.billId === billId)?.openMinor ?? 0
}

/**
 * Null if the customer has no credit and no debts. `known`: the balance of the credit
 * account, if it was read already.
 */
export async function findCreditStanding(
  db: Db | Trx,
  customerId: string,
  now: Date,
  known?: Balance,
): Promise<CreditStanding | null> {
  const { balanceMinor, floorMinor } = known ?? (await findBalance(db, 'credit', customerId))
  if (floorMinor === 0 && balanceMinor === 0) return null

  const { isSuspended } = await db
    .selectNoFrom(isFlagged(customerId, 'pay-first').as('isSuspended'))
    .executeTakeFirstOrThrow()

  let overdueMinor = 0
  let nextDueAt: Date | null = null

  for (const { at, openMinor } of await openPurchases(db, customerId)) {
    if (openMinor === 0) continue

    nextDueAt ??= creditDueAt(at)
    if (creditDueAt(at) <= now) overdueMinor += openMinor
  }

  return { limitMinor: -floorMinor, owedMinor: Math.max(0, -balanceMinor), overdueMinor, nextDueAt, isSuspended }
}
