import type { ReloadView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormatter } from 'use-intl'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { keptScroll } from '#lib/kept-scroll.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { AnchorButton, LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import type { Tone } from '#ui/tone.ts'
import { refreshBalance, reloadQuery } from './balance.api.ts'
import { TransferDetails } from './transfer-details.tsx'

const tones: Record<ReloadView['state'], Tone> = {
  unpaid: 'warning',
  paying: 'neutral',
  pending: 'neutral',
  credited: 'good',
  failed: 'danger',
  returned: 'neutral',
  disputed: 'warning',
}

/** States that the customer can dismiss: nothing is left to do. */
const finalStates: ReadonlySet<ReloadView['state']> = new Set(['credited', 'failed', 'returned', 'disputed'])

function useDismiss() {
  const navigate = useNavigate()
  return () => void navigate({ to: '.', search: ({ reload: _, ...rest }) => rest, replace: true, ...keptScroll })
}

function NextStep({ reload, onClose }: { reload: ReloadView; onClose: () => void }) {
  const t = useTranslations('balance')
  const isOver = finalStates.has(reload.state)
  if (!isOver && reload.redirectUrl === null) return null

  return (
    <Row>
      {reload.redirectUrl === null ? null : (
        <AnchorButton size="sm" href={reload.redirectUrl}>
          {t('record.payShort')}
        </AnchorButton>
      )}
      {reload.state === 'failed' ? (
        <LinkButton size="sm" to="/user/account/balance/reload" search={{}}>
          {t('notice.again')}
        </LinkButton>
      ) : null}
      {isOver ? (
        <Button variant="secondary" size="sm" onClick={onClose}>
          {t('notice.dismiss')}
        </Button>
      ) : null}
    </Row>
  )
}

function State({ reload }: { reload: ReloadView }) {
  const t = useTranslations('balance.notice')
  const money = useMoney()
  const format = useFormatter()
  const bank = reload.state === 'unpaid' ? reload.payment?.bank : null
  const key = bank ? 'unpaidBank' : reload.state
  const at = format.dateTime(new Date(reload.availableAt ?? reload.createdAt), { timeStyle: 'short' })

  return (
    <Alert tone={tones[reload.state]} role="status" title={t(key, { amount: money(reload.amountMinor) })}>
      <p>{t(`${key}Text`, { at })}</p>
      {bank ? <TransferDetails bank={bank} /> : null}
      <NextStep reload={reload} onClose={useDismiss()} />
    </Alert>
  )
}

/** The state of the reload that the customer comes back from, polled until it is final. */
export function ReloadNotice({ reloadId }: { reloadId: string }) {
  const t = useTranslations('balance.notice')
  const dismiss = useDismiss()
  const query = reloadQuery(reloadId)
  const reload = useQuery(query)
  useLiveQuery(`reload:${reloadId}`, query.queryKey)
  const state = reload.data?.state

  useEffect(() => {
    if (state !== undefined) void refreshBalance()
  }, [state])

  if (reload.data) return <State reload={reload.data} />
  if (reload.isPending) return <LoadingState />

  const isUnknown = reload.error instanceof ApiError && (reload.error.status === 404 || reload.error.status === 422)
  if (!isUnknown) return <ErrorState onRetry={() => void reload.refetch()} />

  return (
    <Alert tone="warning" title={t('unknown')}>
      <p>{t('unknownText')}</p>
      <Button variant="secondary" size="sm" onClick={dismiss}>
        {t('dismiss')}
      </Button>
    </Alert>
  )
}
