import type { KeyboardEvent } from 'react'
import { cellTarget, columnOf, type RowField, visibleCells } from './grid-cells.ts'
import { extended, nothingSelected, type Selection, toggledAll } from './selection.ts'

/** The state of the table that its keys act upon. */
interface KeyScope {
  ids: readonly string[]
  activeId: string | undefined
  selection: Selection
  setSelection(selection: Selection): void
  focusRow(id: string, field?: RowField): void
  open(id: string): void
  remove(ids: readonly string[]): void
}

const pageRows = 10

/** The row that a key moves to; undefined for other keys. */
function targetIndex(key: string, from: number, count: number): number | undefined {
  const within = (index: number) => Math.max(0, Math.min(count - 1, index))
  switch (key) {
    case 'ArrowDown':
      return within(from + 1)
    case 'ArrowUp':
      return within(from - 1)
    case 'PageDown':
      return within(from + pageRows)
    case 'PageUp':
      return within(from - pageRows)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

const isIn = (target: EventTarget, selector: string) => target instanceof Element && target.closest(selector) !== null

/** Fields that handle arrows, Delete and Ctrl+A themselves. */
const isTyping = ({ target }: KeyboardEvent) => isIn(target, 'select, textarea, input:not([type="checkbox"])')

function move(event: KeyboardEvent, scope: KeyScope): boolean {
  const { ids, activeId, selection, setSelection, focusRow } = scope
  const index = targetIndex(event.key, ids.indexOf(activeId ?? ''), ids.length)
  const id = index === undefined ? undefined : ids[index]
  if (id === undefined) return false

  if (event.shiftKey) {
    const from = selection.anchor === undefined ? { ...selection, anchor: activeId } : selection
    setSelection(extended(from, id, ids))
  }

  focusRow(id, columnOf(event.target))
  return true
}

/** Moves to the neighbouring cell of the row. Cards have no cells. */
function moveSideways({ key, target }: KeyboardEvent): boolean {
  const row = target instanceof Element ? target.closest('tr') : null
  const column = columnOf(target)
  if (!row || column === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false

  const cells = visibleCells(row)
  const at = cells.findIndex(({ cellIndex }) => cellIndex === column)
  const next = cells[key === 'ArrowLeft' ? at - 1 : at + 1]
  if (next) cellTarget(next).focus()

  return true
}

/** Handles arrows, Enter and Delete within the rows: the keys of a grid. */
export function onRowKey(event: KeyboardEvent, scope: KeyScope) {
  if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return

  const { activeId, selection, open, remove } = scope

  const isOpening = event.key === 'Enter' && isIn(event.target, '[data-select], td:focus')

  if (isOpening && activeId !== undefined) open(activeId)
  else if (event.key === 'Delete' && activeId !== undefined)
    remove(selection.ids.size > 0 ? [...selection.ids] : [activeId])
  else if (!move(event, scope) && !moveSideways(event)) return

  event.preventDefault()
}

/** Handles Ctrl+A and Escape in the table and its tools. */
export function onTableKey(event: KeyboardEvent, { ids, selection, setSelection }: KeyScope) {
  if (event.defaultPrevented || isTyping(event)) return
  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    setSelection(toggledAll({ ids: new Set(), anchor: selection.anchor }, ids))
    event.preventDefault()
  } else if (event.key === 'Escape' && selection.ids.size > 0) {
    setSelection(nothingSelected)
    event.preventDefault()
  }
}
