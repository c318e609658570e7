import { type RefObject, useMemo, useRef } from 'react'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import type { RowActions } from './row-actions.ts'
import { extended, toggled } from './selection.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useSelection } from './use-selection.ts'
import { useOrderedLines } from './use-shown-lines.ts'

/** Removes lines at once, with a way back. */
function useRemoval({ actions }: Workspace) {
  const t = useTranslations('lines')
  return (lineIds: readonly string[]) => {
    if (lineIds.length === 0) return
    actions.removeLines(lineIds).then(
      () =>
        toast.undoable(t('removed', { count: lineIds.length }), {
          label: t('restore'),
          run: () => void actions.restoreLines(lineIds).catch(() => {}),
        }),
      // The gateway has said why; the lines are still there.
      () => {},
    )
  }
}

interface Current {
  ids: readonly string[]
  onOpen: (lineId: string) => void
  remove: (lineIds: readonly string[]) => void
}

/** Lines, order, selection and focus of the table, and one object of actions that rows keep for as long as it stands. */
export function useLinesModel(
  workspace: Workspace,
  onOpen: (lineId: string) => void,
  root: RefObject<HTMLElement | null>,
) {
  const { lines, catalogue, actions } = workspace
  const order = useOrderedLines(lines, catalogue)
  const { selection, selected, setSelection } = useSelection(lines)
  const { activeId, activate, focusRow } = useRowFocus(order.ids, root)
  const removeNow = useRemoval(workspace)

  /** The focus goes to the row that takes the place of the first one removed. */
  const remove = (lineIds: readonly string[]) => {
    const going = new Set(lineIds)
    const at = order.ids.findIndex((id) => going.has(id))
    const next = order.ids.slice(at).find((id) => !going.has(id)) ?? order.ids.findLast((id) => !going.has(id))
    if (next !== undefined && root.current?.contains(document.activeElement)) focusRow(next)
    removeNow(lineIds)
  }
  const current = useRef<Current>({ ids: order.ids, onOpen, remove })
  current.current = { ids: order.ids, onOpen, remove }

  const { setHeld } = order
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
      resume: actions.resumeUpload,
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

  return { order, selection, selected, setSelection, activeId, focusRow, remove, on }
}

export type LinesModel = ReturnType<typeof useLinesModel>
