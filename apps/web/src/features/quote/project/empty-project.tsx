import { useSyncExternalStore } from 'react'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { FileButtons } from '#features/quote/files/file-buttons.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { EmptyState, LoadingState } from '#ui/states.tsx'
import classes from './project.module.css'

interface EmptyProjectProps {
  store: ProjectStore
  onFiles: (dropped: DroppedFiles) => void
}

/**
 * Asks for files if the project has no lines; shows a loading state while lines are being created.
 */
export function EmptyProject({ store, onFiles }: EmptyProjectProps) {
  const t = useTranslations('upload')
  const announcing = useSyncExternalStore(store.subscribe, () => store.files.announcing)
  if (announcing > 0) return <LoadingState label={t('page.loading')} />

  return (
    <EmptyState
      title={t('page.empty')}
      text={t('page.emptyText')}
      action={
        <span className={classes.actions}>
          <FileButtons filesLabel={t('drop.files')} folderLabel={t('drop.folder')} onFiles={onFiles} />
        </span>
      }
    />
  )
}
