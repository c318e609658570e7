import type { StaffSessionView } from '@cotation/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import classes from './access.module.css'

const sessionsQuery = queryOptions({
  queryKey: [staffQueries, 'account', 'sessions'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/session', {}, { signal, quiet: true }),
})

/** Where the member is signed in. A lost device is signed out from here. */
export function OwnSessions() {
  const t = useTranslations('staff-access.sessions')
  const client = useQueryClient()
  const list = useQuery(sessionsQuery)
  const { attempt, failure, busy } = useAttempt()
  const refresh = () => client.invalidateQueries(sessionsQuery)

  const end = (sessionId: string) =>
    attempt(async () => {
      const ending = staffApi('DELETE /global/staff/session/{sessionId}', { params: { sessionId } }, { quiet: true })
      // A session that has ended elsewhere is refused, and leaves the list too.
      await ending.finally(refresh)
      toast.success(t('ended', { count: 1 }))
    })

  const endOthers = () =>
    attempt(async () => {
      const { ended } = await staffApi('POST /global/staff/session/endOthers', {}, { quiet: true })
      toast.success(t('ended', { count: ended }))
      await refresh()
    })

  if (list.isLoadingError) return <ErrorState onRetry={() => void list.refetch()} />
  if (list.isPending) return <LoadingState />

  const { sessions } = list.data
  const isAlone = sessions.every(({ isCurrent }) => isCurrent)

  return (
    <Stack gap="sm">
      <Hint>{t('intro')}</Hint>
      <FormAlert failure={failure} />
      <ul className={classes.items}>
        {sessions.map((session) => (
          <OwnSession key={session.id} session={session} busy={busy} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {isAlone ? null : (
        <Row justify="end">
          <ActionButton variant="secondary" size="sm" disabled={busy} onClick={() => void endOthers()}>
            {t('endOthers')}
          </ActionButton>
        </Row>
      )}
    </Stack>
  )
}

interface OwnSessionProps {
  session: StaffSessionView
  busy: boolean
  onEnd: () => void
}

function OwnSession({ session, busy, onEnd }: OwnSessionProps) {
  const t = useTranslations('staff-access.sessions')
  const { moment } = useFormats('medium')
  const begun = moment(session.createdAt)
  const name = session.browser === '' ? t('unknownBrowser') : session.browser

  return (
    <li className={classes.item}>
      <div>
        <Row>
          <strong>{name}</strong>
          {session.isCurrent ? <Badge tone="good">{t('current')}</Badge> : null}
        </Row>
        <Hint>{t('dates', { begun, used: moment(session.lastUsedAt) })}</Hint>
      </div>
      {session.isCurrent ? null : (
        <ActionButton
          variant="secondary"
          size="xs"
          disabled={busy}
          onClick={onEnd}
          aria-label={t('endNamed', { name, begun })}
        >
          {t('end')}
        </ActionButton>
      )}
    </li>
  )
}
