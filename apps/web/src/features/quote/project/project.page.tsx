import { useParams } from '@tanstack/react-router'
import { useWorkspace, type WorkspaceView } from '#features/quote/workspace/project-stores.ts'
import { openAuthDialog } from '#lib/auth-dialog.ts'
import { useSessionEnded, useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useReadyInSlices } from '#lib/use-ready-in-slices.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import classes from './project.module.css'
import { ProjectView } from './project-view.tsx'

/** A project with its lines (spec 2, quoteMain). */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/quote/$projectId' })
  const { state, workspace, retry } = useWorkspace(projectId)
  const isShown = useReadyInSlices(workspace !== undefined)
  if (!workspace || !isShown) return <ProjectStates state={state} onRetry={retry} />
  return <ProjectView key={projectId} workspace={workspace} />
}

/** Shown instead of a project that is loading, missing, or not accessible. */
export function ProjectStates({ state, onRetry }: { state: WorkspaceView['state']; onRetry: () => void }) {
  const t = useTranslations('upload.page')
  const { userInfo } = useUser()
  const hasSessionEnded = useSessionEnded()
  // Without its session the server shows nobody whether the project exists.
  const missing = hasSessionEnded ? 'ended' : 'missing'

  if (state === 'missing')
    return (
      <EmptyState
        isPage
        title={t(missing)}
        text={t(`${missing}Text`)}
        action={
          <span className={classes.actions}>
            {userInfo ? null : <Button onClick={openAuthDialog}>{t('logIn')}</Button>}
            <LinkButton variant="secondary" to="/quote" search={{}}>
              {t('newQuote')}
            </LinkButton>
          </span>
        }
      />
    )

  if (state === 'failed') return <ErrorState isPage title={t('failed')} message={t('failedText')} onRetry={onRetry} />

  return <LoadingState label={t('loading')} />
}
