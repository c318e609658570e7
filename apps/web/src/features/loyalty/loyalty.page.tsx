import type { LoyaltyView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Figure, Figures } from '#ui/figures.tsx'
import lists from '#ui/list.module.css'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { PointItem } from '#ui/point-item.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { CheckIn } from './check-in.tsx'
import { Exchange } from './exchange.tsx'
import { Level } from './level.tsx'
import { loyaltyQuery, pointsQuery } from './loyalty.api.ts'
import { Tasks } from './tasks.tsx'

/** Level, points, check-in, tasks and exchange of a member (spec 2, prime/point). */
export function LoyaltyPage() {
  const t = useTranslations('loyalty')
  const { isPending } = useQuery(loyaltyQuery)

  return (
    <ListPage title={t('title')} intro={t('intro')}>
      <Programme />
      {/* After the programme, which would push it down. */}
      {isPending ? null : <History />}
    </ListPage>
  )
}

function Programme() {
  const loyalty = useQuery(loyaltyQuery)
  if (loyalty.isPending) return <LoadingState />
  if (loyalty.isLoadingError) return <ErrorState onRetry={() => void loyalty.refetch()} />

  return (
    <>
      <Points points={loyalty.data.points} />
      <Level loyalty={loyalty.data} />
      <CheckIn loyalty={loyalty.data} />
      <Tasks tasks={loyalty.data.tasks} />
      <Exchange loyalty={loyalty.data} />
    </>
  )
}

function Points({ points: { balance, coming, waiting, expiring } }: { points: LoyaltyView['points'] }) {
  const t = useTranslations('loyalty.points')
  const { number, dayAndYear } = useFormats('medium')
  const [soonest] = expiring

  return (
    <>
      {balance < 0 ? (
        <Alert tone="warning" title={t('owedTitle')}>
          <p>{t('owedText', { points: -balance })}</p>
          {waiting > 0 ? <p>{t('waiting', { points: waiting })}</p> : null}
        </Alert>
      ) : null}
      <Figures label={t('label')}>
        <Figure label={t('available')} value={number(balance)}>
          {t('availableText')}
        </Figure>
        <Figure label={t('coming')} value={number(coming)}>
          {t('comingText')}
        </Figure>
        <Figure label={t('expiring')} value={number(soonest?.points ?? 0)}>
          {soonest ? t('expiringText', { date: dayAndYear(soonest.lastDay) }) : t('expiringNone')}
        </Figure>
      </Figures>
    </>
  )
}

/** The movements of two years (spec 9). */
function History() {
  const t = useTranslations()
  const address = useListAddress()
  const query = useQuery(pointsQuery(address.page))

  return (
    <Section
      title={t('loyalty.history.title')}
      aside={
        <Link to="/user/account/balance" search={{ tab: 'points' }}>
          {t('loyalty.history.export')}
        </Link>
      }
    >
      <ListResults
        query={query}
        address={address}
        count={(count) => t('balance.counts.points', { count })}
        empty={<EmptyState title={t('balance.empty.points')} text={t('balance.empty.pointsText')} />}
      >
        {({ records }) => (
          <ul className={lists.list}>
            {records.map((record) => (
              <PointItem key={record.id} record={record} />
            ))}
          </ul>
        )}
      </ListResults>
    </Section>
  )
}
