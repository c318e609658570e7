import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useUser } from '#lib/gateway/user.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Figure, Figures } from '#ui/figures.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { type Balance, balanceQuery } from './balance.api.ts'
import { RecordTabs } from './record-tabs.tsx'
import { ReloadNotice } from './reload-notice.tsx'

function CreditFigure({ credit }: { credit: NonNullable<Balance['credit']> }) {
  const t = useTranslations('balance.figures')
  const { money, date } = useFormats()
  const { limitMinor, owedMinor, overdueMinor, nextDueAt, isSuspended } = credit
  const availableMinor = isSuspended ? 0 : Math.max(0, limitMinor - owedMinor)

  return (
    <Figure label={t('credit')} value={money(availableMinor)}>
      <span>{t('creditText', { limit: money(limitMinor), owed: money(owedMinor) })}</span>
      {isSuspended ? <span>{t('creditSuspended')}</span> : null}
      {overdueMinor > 0 ? (
        <Text as="span" tone="danger">
          {t('creditOverdue', { amount: money(overdueMinor) })}
        </Text>
      ) : null}
      {overdueMinor === 0 && nextDueAt ? <span>{t('creditDue', { at: date(nextDueAt) })}</span> : null}
    </Figure>
  )
}

interface BalanceFiguresProps {
  balance: Balance
  /** Companies earn none. */
  hasPoints: boolean
}

/** What can be spent; pending amounts and credit only where there are any. */
function BalanceFigures({ balance, hasPoints }: BalanceFiguresProps) {
  const t = useTranslations('balance.figures')
  const { money, moment, number } = useFormats('medium')
  const { availableMinor, pendingMinor, nextAvailableAt, credit, points } = balance
  const pendingText = nextAvailableAt ? t('pendingText', { at: moment(nextAvailableAt) }) : t('pendingSoon')

  return (
    <Figures label={t('label')}>
      <Figure label={t('available')} value={money(availableMinor)}>
        {t('availableText')}
      </Figure>
      {pendingMinor > 0 ? (
        <Figure label={t('pending')} value={money(pendingMinor)}>
          {pendingText}
        </Figure>
      ) : null}
      {credit ? <CreditFigure credit={credit} /> : null}
      {hasPoints ? (
        <Figure label={t('points')} value={number(points)}>
          {t('pointsText')}
        </Figure>
      ) : null}
    </Figures>
  )
}

function ReloadEntry({ isRecharge }: { isRecharge: boolean }) {
  const t = useTranslations('balance')
  if (isRecharge) {
    return (
      <Row>
        <LinkButton to="/user/account/balance/reload" search={{}}>
          {t('reloadButton')}
        </LinkButton>
      </Row>
    )
  }

  return (
    <Text size="sm" tone="soft">
      {t.rich('reloadClosed', {
        contact: (words) => (
          <Link to="/contact" search={{}}>
            {words}
          </Link>
        ),
      })}
    </Text>
  )
}

function Overview() {
  const balance = useQuery(balanceQuery)
  const user = useUser()
  if (balance.isPending || user.isPending) return <LoadingState />
  if (balance.isLoadingError) return <ErrorState onRetry={() => void balance.refetch()} />

  return (
    <>
      <BalanceFigures balance={balance.data} hasPoints={!user.isEnterprise} />
      <ReloadEntry isRecharge={balance.data.isRecharge} />
    </>
  )
}

/**
 * The prepaid balance (spec 2, account/balance): what there is, what is coming, and two years of
 * history.
 */
export function BalancePage() {
  const t = useTranslations('balance')
  const { reload } = useSearch({ from: '__root__' })
  const balance = useQuery(balanceQuery)
  const user = useUser()
  const isPending = balance.isPending || user.isPending

  return (
    <ListPage title={t('title')} intro={t('intro')}>
      {reload ? <ReloadNotice key={reload} reloadId={reload} /> : null}
      <Overview />
      {/* After the figures, which would push it down. */}
      {isPending ? null : <RecordTabs />}
    </ListPage>
  )
}
