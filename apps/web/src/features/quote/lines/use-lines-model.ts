import { type RefObject, useMemo, useRef, useState } from 'react'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import type { RowActions } from './row-actions.ts'
import { extended, nothingSelected, type Selection, surviving, toggled } from './selection.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useShownLines } from './use-shown-lines.ts'

/** The selection, without lines that were removed or moved. */
function useSelection(lines: readonly WorkLine[]) {
  const [kept, setSelection] = useState<Selection>(nothingSelected)
  const selection = useMemo(() => surviving(kept, new Set(lines.map(({ id }) => id))), [kept, lines])
  const selected = useMemo(() => lines.filter(({ id }) => selection.ids.has(id)), [lines, selection])
  return { selection, selected, setSelection }
}

/** Removes lines at once, and offers to undo it. */
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
  const removeNow = useRemoval(workspace)

  /** Moves the focus to the row after the first removed one. */
  const remove = (lineIds: readonly string[]) => {
    const going = new Set(lineIds)
    const at = list.ids.findIndex((id) => going.has(id))
    const next = list.ids.slice(at).find((id) => !going.has(id)) ?? list.ids.findLast((id) => !going.has(id))
    if (next !== undefined && root.current?.contains(document.activeElement)) focusRow(next)
    removeNow(lineIds)
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
    [actions, activate, focusRow, setHeld, setSelection],
  )

  return { list, selection, selected, setSelection, activeId, focusRow, remove, on }
}

export type LinesModel = ReturnType<typeof useLinesModel>
