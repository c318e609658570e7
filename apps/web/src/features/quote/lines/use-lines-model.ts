import type { Catalogue } from '@cotation/domain'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import { useOrderAgain } from '#features/quote/workspace/use-order-again.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { type RowField, rowTarget } from './grid-cells.ts'
import { filteredLines, type LineFilter, noFilter } from './line-filter.ts'
import type { RowActions } from './row-actions.ts'
import { extended, nothingSelected, type Selection, surviving, toggled } from './selection.ts'
import { nextSort, type Sort, type SortKey, sortedLines } from './sort-lines.ts'

/** The selection, without lines that were removed or moved. */
function useSelection(lines: readonly WorkLine[]) {
  const [kept, setSelection] = useState<Selection>(nothingSelected)
  const selection = useMemo(() => surviving(kept, new Set(lines.map(({ id }) => id))), [kept, lines])
  const selected = useMemo(() => lines.filter(({ id }) => selection.ids.has(id)), [lines, selection])
  return { selection, selected, setSelection }
}

/** More are removed only after a question: Delete with all rows selected is pressed by mistake. */
const maxUnasked = 3

/** Removes lines, and offers to undo it. */
function useRemoval({ actions }: Workspace) {
  const t = useTranslations('line')
  return (lineIds: readonly string[]) => {
    if (lineIds.length === 0) return
    actions.removeLines(lineIds).then(
      () =>
        toast.undoable(t('removed', { count: lineIds.length }), {
          label: t('restore'),
          run: () => void actions.restoreLines(lineIds).catch(() => {}),
        }),
      // The gateway has shown the error; the lines are still there.
      () => {},
    )
  }
}

/** The lines that are about to be removed, if the customer agrees. */
interface Removal {
  asked: readonly string[]
  confirm: () => void
  cancel: () => void
}

interface Current {
  ids: readonly string[]
  onOpen: (lineId: string) => void
  remove: (lineIds: readonly string[]) => void
}

/** Filter, sorting, selection and focus of the table, and one stable object of row actions. */
export function useLinesModel(
  workspace: Workspace,
  onOpen: (lineId: string) => void,
  root: RefObject<HTMLElement | null>,
) {
  const { lines, catalogue, actions } = workspace
  const list = useShownLines(lines, catalogue)
  const { selection, selected, setSelection } = useSelection(lines)
  const { activeId, activate, focusRow } = useRowFocus(list.ids, root)
  const removeLines = useRemoval(workspace)
  const [asked, setAsked] = useState<readonly string[]>([])
  const { orderAgain } = useOrderAgain(workspace)

  /** Moves the focus to the row after the first removed one. */
  const removeNow = (lineIds: readonly string[]) => {
    const removed = new Set(lineIds)
    const isKept = (id: string) => !removed.has(id)
    const firstRemoved = list.ids.findIndex((id) => removed.has(id))
    const next = list.ids.slice(firstRemoved).find(isKept) ?? list.ids.findLast(isKept)

    // Not from elsewhere on the page, but from the question, whose button is gone with it.
    const isHere = asked.length > 0 || root.current?.contains(document.activeElement)
    if (next !== undefined && isHere) focusRow(next)
    removeLines(lineIds)
  }

  const remove = (lineIds: readonly string[]) => {
    if (lineIds.length > maxUnasked) setAsked(lineIds)
    else removeNow(lineIds)
  }

  const removal: Removal = {
    asked,
    confirm: () => {
      setAsked([])
      removeNow(asked)
    },
    cancel: () => setAsked([]),
  }

  const current = useRef<Current>({ ids: list.ids, onOpen, remove })
  current.current = { ids: list.ids, onOpen, remove }

  const { setHeld } = list
  const on = useMemo<RowActions>(
    () => ({
      open: (lineId) => current.current.onOpen(lineId),
      select: (lineId, range) =>
        setSelection((before) => (range ? extended(before, lineId, current.current.ids) : toggled(before, lineId))),
      setQuantity: ({ id, configuration }: WorkLine, quantity) => {
        if (configuration)
          actions.edit({
            label: 'quantity',
            edits: [{ lineId: id, configuration: withQuantity(configuration, quantity) }],
          })
      },
      setLead: ({ id, configuration }: WorkLine, lead) => {
        if (configuration)
          actions.edit({ label: 'lead', edits: [{ lineId: id, configuration: { ...configuration, lead } }] })
      },
      chooseUnit: (lineId, unit) => {
        // The answer removes the buttons.
        focusRow(lineId)
        // The gateway shows an error, and the question stays.
        void actions.setUnit(lineId, unit).catch(() => {})
      },
      orderAgain: (lineId) => void orderAgain(lineId),
      pause: actions.pauseUpload,
      resume: (lineId) => actions.resumeUpload(lineId),
      cancel: (lineId) => current.current.remove([lineId]),
      activate,
      nextQuantity: (lineId, step) => {
        const { ids } = current.current
        const next = ids[ids.indexOf(lineId) + step]
        if (next !== undefined) focusRow(next, 'quantity')
      },
      hold: setHeld,
    }),
    [actions, activate, focusRow, orderAgain, setHeld, setSelection],
  )

  return { list, selection, selected, setSelection, activeId, focusRow, remove, removal, on }
}

export type LinesModel = ReturnType<typeof useLinesModel>

interface FocusRequest {
  id: string
  field: RowField
}

/**
 * The active row: Tab reaches its controls only, and arrows move it. It stays mounted when it is
 * scrolled out of view, so that the focus is not lost.
 */
function useRowFocus(ids: readonly string[], root: RefObject<HTMLElement | null>) {
  const [activeId, activate] = useState<string>()
  // A new object per request: the same row may be requested twice.
  const [request, setRequest] = useState<FocusRequest>()
  const current = activeId !== undefined && ids.includes(activeId) ? activeId : ids[0]

  useLayoutEffect(() => {
    if (!request) return

    const row = root.current?.querySelector(`[data-line="${CSS.escape(request.id)}"]`)
    const field = row ? rowTarget(row, request.field) : null

    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement && field.role === 'spinbutton') field.select()
    row?.scrollIntoView({ block: 'nearest' })
  }, [request, root])

  const focusRow = useCallback((id: string, field: RowField = 'row') => {
    activate(id)
    setRequest({ id, field })
  }, [])

  return { activeId: current, activate, focusRow }
}

/**
 * Keeps rows in their previous sequence while the customer types in one of them. Removed lines are
 * left out, new ones come last.
 */
function inSequence(
  ids: readonly string[],
  lines: readonly WorkLine[],
  sorted: readonly WorkLine[],
): readonly WorkLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const kept = ids.map((id) => byId.get(id)).filter((line) => line !== undefined)
  const before = new Set(ids)

  return [...kept, ...sorted.filter(({ id }) => !before.has(id))]
}

/** The lines filtered and sorted as the customer asked. While `held`, no row moves. */
function useShownLines(lines: readonly WorkLine[], catalogue: Catalogue) {
  const { language } = useLanguage()
  const [sort, setSort] = useState<Sort>()
  const [filter, setFilter] = useState<LineFilter>(noFilter)
  const [held, setHeld] = useState(false)
  const lastIds = useRef<readonly string[]>([])

  const { lines: found, counts } = useMemo(
    () => filteredLines(lines, filter, catalogue, language),
    [lines, filter, catalogue, language],
  )
  const shown = useMemo(() => {
    const sorted = sortedLines(found, sort, catalogue, language)
    return held ? inSequence(lastIds.current, lines, sorted) : sorted
  }, [found, sort, held, lines, catalogue, language])

  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  lastIds.current = ids

  return {
    shown,
    ids,
    counts,
    sort,
    setSort,
    sortBy: (key: SortKey) => setSort(nextSort(sort, key)),
    filter,
    setFilter,
    setHeld,
  }
}
