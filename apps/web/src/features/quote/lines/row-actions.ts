import type { LeadTier } from '@cotation/domain'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/** What a row or a card lets the customer do. The same object for as long as the table stands, so that rows need not be painted anew. */
export interface RowActions {
  open(lineId: string): void
  /** `range`: everything from the line selected before. */
  select(lineId: string, range: boolean): void
  setQuantity(line: WorkLine, quantity: number): void
  setLead(line: WorkLine, lead: LeadTier): void
  pause(lineId: string): void
  resume(lineId: string, file?: File): void
  cancel(lineId: string): void
  /** The row has the focus: its controls are those that Tab reaches. */
  activate(lineId: string): void
  /** From the quantity of a row to that of the next, as in a spreadsheet. */
  nextQuantity(lineId: string, step: 1 | -1): void
  /** No row changes its place while somebody types. */
  hold(held: boolean): void
}
