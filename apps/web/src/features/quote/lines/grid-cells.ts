import { isVisible } from '#lib/kept-focus.ts'

/** The part of a row that takes the focus: its checkbox, its quantity, or the cell of a column. */
export type RowField = 'row' | 'quantity' | number

/** The cells of the columns that the width of the table leaves. */
export const visibleCells = (row: HTMLTableRowElement) => [...row.cells].filter(isVisible)

/** The column of the cell around an element; undefined outside of a table. */
export const columnOf = (target: EventTarget): number | undefined =>
  target instanceof Element ? target.closest<HTMLTableCellElement>('td, th')?.cellIndex : undefined

const mainControl = '[data-select], [data-quantity]:enabled, [data-lead]:enabled, [aria-expanded]'

/** The main control of a cell, else the cell itself, so that it can be read. */
export const cellTarget = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>(mainControl) ?? cell

/** What takes the focus in a row; its checkbox if it lacks the field. */
export function rowTarget(row: Element, field: RowField): HTMLElement | null {
  const cell = typeof field === 'number' && row instanceof HTMLTableRowElement ? row.cells[field] : undefined
  const quantity = field === 'quantity' ? row.querySelector<HTMLElement>('[data-quantity]') : null
  const target = cell ? cellTarget(cell) : quantity

  return target ?? row.querySelector<HTMLElement>('[data-select]')
}
