import type { Selectable } from 'kysely'
import type { AdditionalCostTable, CustomerOrderTable, PaymentIntentTable, ReloadTable } from './schema.generated.ts'

/** Rows that several slices read. */
export type AdditionalCostRow = Selectable<AdditionalCostTable>
export type OrderRow = Selectable<CustomerOrderTable>
export type PaymentIntentRow = Selectable<PaymentIntentTable>
export type ReloadRow = Selectable<ReloadTable>
