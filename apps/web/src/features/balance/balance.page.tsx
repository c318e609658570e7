import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { balanceQuery } from './balance.api.ts'
import classes from './balance.module.css'
import { Figures } from './figures.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { ReloadNotice } from './reload-notice.tsx'

function ReloadEntry({ isRecharge }: { isRecharge: boolean }) {
  const t = useTranslations('balance')
  if (isRecharge) {
    return (
      <LinkButton to="/user/account/balance/reload" search={{}}>
        {t('reloadButton')}
      </LinkButton>
    )
  }

  return (
    <p className={classes.closed}>
      {t.rich('reloadClosed', {
        contact: (words) => (
          <Link to="/contact" search={{}}>
            {words}
          </Link>
        ),
      })}
    </p>
  )
}

function Overview() {
  const balance = useQuery(balanceQuery)
  if (balance.isPending) return <LoadingState />
  if (balance.isError) return <ErrorState onRetry={() => void balance.refetch()} />

  return (
    <>
      <Figures balance={balance.data} />
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

  return (
    <section className={classes.page} aria-labelledby="balance-title">
      <h1 className={classes.title} id="balance-title">
        {t('title')}
      </h1>
      <p className={classes.intro}>{t('intro')}</p>
      {reload ? <ReloadNotice key={reload} reloadId={reload} /> : null}
      <Overview />
      <RecordTabs />
    </section>
  )
}
