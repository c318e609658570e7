import type { LeadTier } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/** The props of the cells of a row or card. */
export interface CellProps {
  line: WorkLine
  texts: LineTexts
  on: RowActions
  /** Tab reaches the controls of the active row only. */
  tabIndex: 0 | -1
}

/**
 * The actions of a row or card. The same object as long as the table is mounted, so that memoised
 * rows do not re-render.
 */
export interface RowActions {
  open(lineId: string): void
  /** `range`: also everything between this and the last selected line. */
  select(lineId: string, range: boolean): void
  setQuantity(line: WorkLine, quantity: number): void
  setLead(line: WorkLine, lead: LeadTier): void
  chooseUnit(lineId: string, unit: LengthUnit): void
  /** Adds a copy of an ordered line, which can be changed and ordered. */
  orderAgain(lineId: string): void
  pause(lineId: string): void
  resume(lineId: string): void
  cancel(lineId: string): void
  /** The row has the focus: Tab reaches its controls. */
  activate(lineId: string): void
  /** Moves the focus to the quantity of the next row, as in a spreadsheet. */
  nextQuantity(lineId: string, step: 1 | -1): void
  /** No row moves while the customer types. */
  hold(held: boolean): void
}
