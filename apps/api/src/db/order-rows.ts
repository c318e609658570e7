import type { Selectable } from 'kysely'
import type { CustomerOrderTable, PaymentIntentTable, ReloadTable } from './schema.generated.ts'

/** Rows that several slices read. */
export type OrderRow = Selectable<CustomerOrderTable>
export type PaymentIntentRow = Selectable<PaymentIntentTable>
export type ReloadRow = Selectable<ReloadTable>
