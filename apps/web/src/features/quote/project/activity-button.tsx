import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** Neither the dialog nor its texts are part of the first download. */
const ActivityDialog = lazy(async () => {
  const [module] = await Promise.all([import('./activity-dialog.tsx'), ensureMessages(['activity'])])
  return { default: module.ActivityDialog }
})

/** Opens the activity. Beside the name: one more button among the tools would wrap the header. */
export function ActivityButton({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <IconButton aria-label={t('activity')} title={t('activity')} onClick={() => setOpen(true)}>
        <IconHistory size={18} aria-hidden />
      </IconButton>
      {isOpen ? (
        <Suspense>
          <ActivityDialog workspace={workspace} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
