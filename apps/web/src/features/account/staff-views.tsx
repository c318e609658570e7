import type { OwnView } from '@cotation/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

const viewsQuery = queryOptions({
  queryKey: ['staff-views'],
  queryFn: ({ signal }) => api('GET /global/account/view', {}, { signal, quiet: true }),
  // Who looks now must not be missed while the page is open.
  refetchInterval: 30_000,
})

/** A code with which our staff can look at the account, and who has looked. */
export function StaffViews() {
  const t = useTranslations('account.views')
  const client = useQueryClient()
  const { moment } = useFormats('medium')
  const views = useQuery(viewsQuery)
  const { attempt, failure, busy } = useAttempt()
  const [made, setMade] = useState<{ code: string; expiresAt: string } | null>(null)

  const make = () => attempt(async () => setMade(await api('POST /global/account/view/code', {}, { quiet: true })))

  const end = (viewId: string) =>
    attempt(async () => {
      await api('POST /global/account/view/{viewId}/end', { params: { viewId } }, { quiet: true })
      toast.success(t('ended'))
      await client.invalidateQueries(viewsQuery)
    })

  return (
    <AccountCard id="staff-views" title={t('title')} intro={t('intro')}>
      <FormAlert failure={failure} />
      {made ? (
        <div role="status">
          <Text>
            {t('code')} <strong>{made.code}</strong>
          </Text>
          <Text size="sm" tone="soft">
            {t('codeUntil', { time: moment(made.expiresAt) })}
          </Text>
        </div>
      ) : null}
      <Row>
        <Button variant="secondary" size="sm" disabled={busy} onClick={() => void make()}>
          {t('make')}
        </Button>
      </Row>
      {views.isPending && <LoadingState />}
      {views.isLoadingError && <ErrorState message={t('failed')} onRetry={() => views.refetch()} />}
      {views.data?.views.length === 0 && (
        <Text size="sm" tone="soft">
          {t('none')}
        </Text>
      )}
      {views.data?.views.map((view) => (
        <View key={view.id} view={view} busy={busy} onEnd={() => void end(view.id)} />
      ))}
    </AccountCard>
  )
}

interface ViewProps {
  view: OwnView
  busy: boolean
  onEnd: () => void
}

function View({ view: { by, reason, startedAt, until, isOpen }, busy, onEnd }: ViewProps) {
  const t = useTranslations('account.views')
  const { moment } = useFormats('medium')

  return (
    <Row justify="between">
      <div>
        <Row>
          <strong>{by}</strong>
          {isOpen && <Badge tone="warning">{t('open')}</Badge>}
        </Row>
        <Text size="sm">{reason}</Text>
        <Text size="sm" tone="soft">
          {t('times', { from: moment(startedAt), until: moment(until) })}
        </Text>
      </div>
      {isOpen && (
        <Button variant="secondary" size="sm" disabled={busy} onClick={onEnd} aria-label={t('endNamed', { name: by })}>
          {t('end')}
        </Button>
      )}
    </Row>
  )
}
