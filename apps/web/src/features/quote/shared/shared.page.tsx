import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { sharedQuery, shareKeyFrom } from './shared.api.ts'
import { SharedProject } from './shared-project.tsx'

/** The link was ended, or is incomplete or mistyped. */
function NoSuchLink() {
  const t = useTranslations('project.shared')
  const own = (
    <LinkButton to="/quote" search={{}}>
      {t('own')}
    </LinkButton>
  )
  return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} action={own} />
}

function Linked({ linkKey }: { linkKey: string }) {
  const t = useTranslations('project.shared')
  const shared = useQuery(sharedQuery(linkKey))
  if (shared.isPending) return <LoadingState label={t('loading')} />
  if (shared.isSuccess) return <SharedProject linkKey={linkKey} workspace={shared.data} />
  if (shared.error instanceof ApiError && shared.error.code === 'NOT_FOUND') return <NoSuchLink />
  return <ErrorState isPage onRetry={() => void shared.refetch()} />
}

/** The page of a read-only link. The key stays in the fragment, so that a reload works. */
export function SharedPage() {
  const key = shareKeyFrom(useLocation({ select: ({ hash }) => hash }))
  return key === undefined ? <NoSuchLink /> : <Linked key={key} linkKey={key} />
}
