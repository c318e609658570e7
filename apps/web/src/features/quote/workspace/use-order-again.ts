import { useCallback, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import type { Workspace } from './workspace.ts'

/** Adds a copy of an ordered line to the end of the project: the order keeps its own line. */
export function useOrderAgain({ project, actions }: Pick<Workspace, 'project' | 'actions'>) {
  const t = useTranslations('line.ordered')
  const [busy, setBusy] = useState(false)

  const orderAgain = useCallback(
    async (lineId: string) => {
      setBusy(true)
      // The gateway shows the error; the button is still there.
      await actions.transferLines([lineId], project.id, true).then(
        () => toast.success(t('added')),
        () => {},
      )
      setBusy(false)
    },
    [actions, project.id, t],
  )

  return { orderAgain, busy }
}
