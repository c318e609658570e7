import { creditDueAt } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
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
}

interface Purchase {
  /** Null for an additional cost. */
  orderId: string | null
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
    .map(({ order_id, at, minor }) => ({ orderId: order_id, at, minor: Number(minor) }))
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

/** What an order that was bought on credit owes, and until when; null for other orders. */
export function orderCreditOf(
  { id, paid_at: paidAt }: { id: string; paid_at: Date | null },
  payments: Parameters<typeof creditPurchase>[0],
  owedFor: (orderId: string) => number,
): { owedMinor: number; dueAt: string } | null {
  if (!paidAt || !creditPurchase(payments)) return null
  return { owedMinor: owedFor(id), dueAt: creditDueAt(paidAt).toISOString() }
}

/** What a customer still owes for each order that was bought on credit; 0 once it is settled. */
export async function readOrderDebts(db: Db | Trx, customerId: string): Promise<(orderId: string) => number> {
  const purchases = await openPurchases(db, customerId)
  return (orderId) => purchases.find((purchase) => purchase.orderId === orderId)?.openMinor ?? 0
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

  let overdueMinor = 0
  let nextDueAt: Date | null = null

  for (const { at, openMinor } of await openPurchases(db, customerId)) {
    if (openMinor === 0) continue

    nextDueAt ??= creditDueAt(at)
    if (creditDueAt(at) <= now) overdueMinor += openMinor
  }

  return { limitMinor: -floorMinor, owedMinor: Math.max(0, -balanceMinor), overdueMinor, nextDueAt }
}
