import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LoadingState } from '#ui/states/loading-state.tsx'
import { sharedQuery, shareKeyFrom } from './shared.api.ts'
import { SharedProject } from './shared-project.tsx'

/** A link that was ended, mistyped or cut short. */
function NoSuchLink() {
  const t = useTranslations('centre.shared')
  const own = (
    <Link to="/quote" search={{}} className={buttons.primary}>
      {t('own')}
    </Link>
  )
  return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} action={own} />
}

function Linked({ linkKey }: { linkKey: string }) {
  const t = useTranslations('centre.shared')
  const shared = useQuery(sharedQuery(linkKey))
  if (shared.isPending) return <LoadingState label={t('loading')} />
  if (shared.isSuccess) return <SharedProject linkKey={linkKey} workspace={shared.data} />
  if (shared.error instanceof ApiError && shared.error.code === 'NOT_FOUND') return <NoSuchLink />
  return <ErrorState isPage onRetry={() => void shared.refetch()} />
}

/**
 * What a read-only link shows. The key stays in the fragment, so that a reload finds the project
 * again.
 */
export function SharedPage() {
  const key = shareKeyFrom(useLocation({ select: ({ hash }) => hash }))
  return key === undefined ? <NoSuchLink /> : <Linked key={key} linkKey={key} />
}
