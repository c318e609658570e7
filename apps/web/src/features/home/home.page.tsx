import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useReadyInSlices } from '#lib/use-ready-in-slices.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { ManagerCard } from '#ui/manager-card.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { Balance, Membership } from './account.tsx'
import classes from './home.module.css'
import { LatestFiles, LatestProjects } from './latest-work.tsx'
import { OpenOrders } from './open-orders.tsx'
import { Tasks } from './tasks.tsx'

export function HomePage() {
  const t = useTranslations('home')
  const { userInfo, isEnterprise, isPending } = useUser()
  if (isPending || !userInfo) return <LoadingState />

  return (
    <div className={classes.page}>
      <Row justify="between">
        <div>
          <Heading level={1}>{t('hello', { name: userInfo.username })}</Heading>
          <Text tone="soft" className={classes.lead}>
            {isEnterprise ? t('enterprise') : t('personal')}, {userInfo.email}
          </Text>
        </div>
        <LinkButton to="/quote" search={{}}>
          {t('newQuote')}
        </LinkButton>
      </Row>
      <Content />
    </div>
  )
}

function Content() {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => api('GET /global/home', {}, { signal, quiet: true }),
    // What waits for the customer may have changed on any other page.
    staleTime: 0,
  })
  const isShown = useReadyInSlices(data !== undefined)
  if (isLoadingError)
    return (
      <>
        <ErrorState onRetry={() => void refetch()} />
        <ManagerCard />
      </>
    )
  if (!data || !isShown) return <LoadingState />

  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Tasks tasks={data.tasks} />
        <OpenOrders orders={data.openOrders} hasMore={data.hasMoreOrders} />
        <div className={classes.cards}>
          <LatestProjects projects={data.projects} />
          <LatestFiles files={data.files} />
        </div>
      </div>
      <div className={classes.main}>
        <Balance balance={data.balance} />
        <Membership member={data.member} />
        <ManagerCard />
      </div>
    </div>
  )
}
