import { Link } from '@tanstack/react-router'
import type { WorkspaceView } from '#features/quote/workspace/use-workspace.ts'
import { openAuthDialog } from '#lib/session/auth-dialog.ts'
import { useUser } from '#lib/session/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LoadingState } from '#ui/states/loading-state.tsx'
import classes from './project.module.css'

/** What is shown in place of a project that is not there: yet, any more, or for this customer. */
export function ProjectStates({ state, onRetry }: { state: WorkspaceView['state']; onRetry: () => void }) {
  const t = useTranslations('files.page')
  const { userInfo } = useUser()
  if (state === 'missing')
    return (
      <EmptyState
        isPage
        title={t('missing')}
        text={t('missingText')}
        action={
          <span className={classes.actions}>
            {userInfo ? null : (
              <button type="button" className={buttons.primary} onClick={openAuthDialog}>
                {t('logIn')}
              </button>
            )}
            <Link to="/quote" search={{}} className={buttons.secondary}>
              {t('newQuote')}
            </Link>
          </span>
        }
      />
    )

  if (state === 'failed') return <ErrorState isPage title={t('failed')} message={t('failedText')} onRetry={onRetry} />

  return <LoadingState label={t('loading')} />
}
