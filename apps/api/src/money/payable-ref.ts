import type { PaymentIntentRow } from '#db/order-rows.ts'

/** What a payment or a payment link is for, by its id. */
export interface PayableRef {
  kind: 'order' | 'additional-cost' | 'reload'
  id: string
}

/** The column of payments, links and postings that holds the id. */
export const payableColumns = {
  order: 'order_id',
  'additional-cost': 'additional_cost_id',
  reload: 'reload_id',
} as const satisfies Record<PayableRef['kind'], keyof PaymentIntentRow>

/** The ids as columns: exactly one of them is set. */
export const payableIds = ({ kind, id }: PayableRef) => ({
  order_id: kind === 'order' ? id : null,
  additional_cost_id: kind === 'additional-cost' ? id : null,
  reload_id: kind === 'reload' ? id : null,
})

type PayableIds = Pick<PaymentIntentRow, 'order_id' | 'additional_cost_id'> & { reload_id?: string | null }

/** What a row with these columns is for. */
export function payableRefOf({ order_id, additional_cost_id, reload_id = null }: PayableIds): PayableRef {
  if (order_id !== null) return { kind: 'order', id: order_id }
  if (additional_cost_id !== null) return { kind: 'additional-cost', id: additional_cost_id }
  return { kind: 'reload', id: String(reload_id) }
}
