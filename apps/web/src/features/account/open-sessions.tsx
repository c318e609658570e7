import type { CustomerSessionView } from '@cotation/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { AccountCard } from './account-card.tsx'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('GET /global/account/sessions', {}, { signal, quiet: true }),
})

/** Where the account is logged in. A lost or foreign device can be logged out from here. */
export function OpenSessions() {
  const t = useTranslations('account.sessions')
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const { attempt, failure, busy } = useAttempt()
  const isAlone = sessions.data?.sessions.every(({ isCurrent }) => isCurrent) ?? true

  const end = (sessionId: string) =>
    attempt(async () => {
      const ending = api('DELETE /global/account/session/{sessionId}', { params: { sessionId } }, { quiet: true })
      // A session that has ended elsewhere is refused, and leaves the list too.
      await ending.finally(() => client.invalidateQueries(sessionsQuery))
      toast.success(t('ended', { count: 1 }))
    })

  const endOthers = () =>
    attempt(async () => {
      const { ended } = await api('POST /global/account/sessions/endOthers', {}, { quiet: true })
      toast.success(t('ended', { count: ended }))
      await client.invalidateQueries(sessionsQuery)
    })

  return (
    <AccountCard id="sessions" title={t('title')} intro={t('intro')}>
      <FormAlert failure={failure} />
      {sessions.isPending && <LoadingState />}
      {sessions.isLoadingError && <ErrorState message={t('failed')} onRetry={() => sessions.refetch()} />}
      {sessions.data?.sessions.map((session) => (
        <OpenSession key={session.id} session={session} busy={busy} onEnd={() => end(session.id)} />
      ))}
      {!isAlone && (
        <Row>
          <Button variant="secondary" size="sm" disabled={busy} onClick={endOthers}>
            {t('endOthers')}
          </Button>
        </Row>
      )}
    </AccountCard>
  )
}

interface OpenSessionProps {
  session: CustomerSessionView
  busy: boolean
  onEnd: () => void
}

function OpenSession({ session, busy, onEnd }: OpenSessionProps) {
  const t = useTranslations('account.sessions')
  const { date, moment } = useFormats('medium')
  const begun = moment(session.createdAt)
  const name = session.browser === '' ? t('unknownBrowser') : session.browser

  return (
    <Row justify="between">
      <div>
        <Row>
          <strong>{name}</strong>
          {session.isCurrent && <Badge tone="good">{t('current')}</Badge>}
        </Row>
        <Text size="sm" tone="soft">
          {t('dates', { begun, used: date(session.lastUsedAt) })}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={t('endNamed', { name, begun })}
        >
          {t('end')}
        </Button>
      )}
    </Row>
  )
}
