import type { ReloadView } from '@cotation/contracts'
import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormatter } from 'use-intl'
import { refreshBalance, reloadQuery } from '#features/balance/balance.api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LoadingState } from '#ui/states/loading-state.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import { BankDetails } from './bank-details.tsx'
import classes from './reload.module.css'

const colors: Record<ReloadView['state'], string> = {
  unpaid: 'yellow',
  paying: 'gray',
  pending: 'gray',
  credited: 'green',
  failed: 'red',
  returned: 'gray',
}

function useDismiss() {
  const navigate = useNavigate()
  return () => void navigate({ to: '.', search: ({ reload: _, ...rest }) => rest, replace: true, resetScroll: false })
}

function WayOn({ reload, onClose }: { reload: ReloadView; onClose: () => void }) {
  const t = useTranslations('balance')
  const isOver = reload.state === 'credited' || reload.state === 'failed' || reload.state === 'returned'
  if (!isOver && reload.redirectUrl === null) return null

  return (
    <Group gap="sm" mt="sm">
      {reload.redirectUrl === null ? null : (
        <Button component="a" href={reload.redirectUrl}>
          {t('record.payShort')}
        </Button>
      )}
      {reload.state === 'failed' ? (
        <ButtonLink to="/user/account/balance/reload" search={{}}>
          {t('notice.again')}
        </ButtonLink>
      ) : null}
      {isOver ? (
        <Button variant="default" onClick={onClose}>
          {t('notice.dismiss')}
        </Button>
      ) : null}
    </Group>
  )
}

function State({ reload }: { reload: ReloadView }) {
  const t = useTranslations('balance.notice')
  const money = useMoney()
  const format = useFormatter()
  const bank = reload.state === 'unpaid' ? reload.payment?.bank : null
  const key = bank ? 'unpaidBank' : reload.state
  const at = reload.availableAt
    ? format.dateTime(new Date(reload.availableAt), { timeStyle: 'short' })
    : format.dateTime(new Date(reload.createdAt), { timeStyle: 'short' })

  return (
    <Alert
      color={colors[reload.state]}
      variant="light"
      role="status"
      title={t(key, { amount: money(reload.amountMinor) })}
      classNames={{ title: classes.noticeTitle ?? '' }}
    >
      <p>{t(`${key}Text`, { at })}</p>
      {bank ? <BankDetails bank={bank} /> : null}
      <WayOn reload={reload} onClose={useDismiss()} />
    </Alert>
  )
}

/** What became of the reload that the customer comes back from; looked at again and again until it is known. */
export function ReloadNotice({ reloadId }: { reloadId: string }) {
  const t = useTranslations('balance.notice')
  const dismiss = useDismiss()
  const reload = useQuery(reloadQuery(reloadId))
  const state = reload.data?.state
  useEffect(() => {
    if (state !== undefined) void refreshBalance()
  }, [state])
  if (reload.data) return <State reload={reload.data} />
  if (reload.isPending) return <LoadingState />

  const isUnknown = reload.error instanceof ApiError && (reload.error.status === 404 || reload.error.status === 422)
  if (!isUnknown) return <ErrorState onRetry={() => void reload.refetch()} />

  return (
    <Alert color="yellow" variant="light" title={t('unknown')} classNames={{ title: classes.noticeTitle ?? '' }}>
      <p>{t('unknownText')}</p>
      <Button variant="default" mt="sm" onClick={dismiss}>
        {t('dismiss')}
      </Button>
    </Alert>
  )
}
