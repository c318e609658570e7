import { type Currency, isUnpaid, type Language } from '@cotation/domain'
import type { Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { AdditionalCostRow, OrderRow, PaymentIntentRow, ReloadRow } from '#db/order-rows.ts'
import type { ReloadTable } from '#db/schema.generated.ts'
import { lockOrder } from '#features/order/order.service.ts'
import { lockAdditionalCost } from '#src/money/additional-cost.ts'
import { type PayableRef, payableRefOf } from '#src/money/payable-ref.ts'
import { lockIntent } from './intent.repository.ts'

/** What a payment is for. */
export type Payable = Bill | { kind: 'reload'; reload: ReloadRow }

/** What has a payment page, a payment link, and is paid by any method. */
export type Bill = { kind: 'order'; order: OrderRow } | { kind: 'additional-cost'; cost: AdditionalCostRow }

export type BillRef = PayableRef & { kind: Bill['kind'] }

export const orderBill = (order: OrderRow): Bill => ({ kind: 'order', order })
export const costBill = (cost: AdditionalCostRow): Bill => ({ kind: 'additional-cost', cost })

/** What the payment of a bill needs to know about it. */
export interface BillTerms {
  ref: BillRef
  number: string
  customerId: string
  totalMinor: number
  /** The currency in which its customer sees prices. */
  currency: Currency
  /** Language in which its order was placed; mails about it use it too. */
  language: Language
  /** After that nothing can be paid; null if there is no such time. */
  deadline: Date | null
}

export function billTerms(bill: Bill): BillTerms {
  const row = bill.kind === 'order' ? bill.order : bill.cost
  return {
    ref: { kind: bill.kind, id: row.id },
    number: row.number,
    customerId: row.customer_id,
    totalMinor: Number(row.total_minor),
    currency: row.currency,
    language: row.language,
    deadline: bill.kind === 'order' ? null : bill.cost.deadline,
  }
}

/** Always locked before the payment itself, so that two changes of one payment cannot deadlock. */
export async function lockPayable(trx: Trx, ref: PayableRef): Promise<Payable> {
  if (ref.kind === 'reload') return { kind: 'reload', reload: await lockReload(trx, ref.id) }
  return lockBill(trx, { kind: ref.kind, id: ref.id })
}

export async function lockBill(trx: Trx, { kind, id }: BillRef): Promise<Bill> {
  return kind === 'order' ? orderBill(await lockOrder(trx, id)) : costBill(await lockAdditionalCost(trx, id))
}

/** A payment and what it is for, both locked. */
export interface LockedPayment {
  payable: Payable
  intent: PaymentIntentRow
}

export async function lockPayment(trx: Trx, intent: PaymentIntentRow): Promise<LockedPayment> {
  const payable = await lockPayable(trx, payableRefOf(intent))
  return { payable, intent: await lockIntent(trx, intent.id) }
}

/** Whether money that arrives now is expected. */
export function isAwaitingMoney(payable: Payable): boolean {
  switch (payable.kind) {
    case 'order':
      return isUnpaid(payable.order.status)
    case 'additional-cost':
      return payable.cost.state === 'requested'
    case 'reload':
      return true
  }
}

const tables = { order: 'customer_order', 'additional-cost': 'additional_cost', reload: 'reload' } as const

/** The number of what a payment is for. */
export async function getPayableNumber(db: Db | Trx, intent: PaymentIntentRow): Promise<string> {
  const { kind, id } = payableRefOf(intent)
  const { number } = await db.selectFrom(tables[kind]).select('number').where('id', '=', id).executeTakeFirstOrThrow()
  return number
}

export async function lockReload(trx: Trx, reloadId: string): Promise<ReloadRow> {
  return trx
    .selectFrom('reload')
    .selectAll()
    .where('id', '=', reloadId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

export async function updateReload(trx: Trx, reloadId: string, change: Updateable<ReloadTable>): Promise<void> {
  await trx.updateTable('reload').set(change).where('id', '=', reloadId).execute()
}
