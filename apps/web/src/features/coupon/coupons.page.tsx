import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { type CouponStatus, couponsQuery } from './coupon.api.ts'
import { CouponItem } from './coupon-item.tsx'
import { RedeemForm } from './redeem-form.tsx'

const tabs = ['active', 'inactive'] as const satisfies readonly CouponStatus[]

function Coupons({ status }: { status: CouponStatus }) {
  const t = useTranslations('coupon')
  const address = useListAddress()
  const list = useQuery(couponsQuery(status, address.page))

  // The other tab's coupons must not serve as placeholder here.
  const isOther = list.isPlaceholderData && list.data?.coupons.some((coupon) => coupon.status !== status)
  if (list.isPending || isOther) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { coupons, total } = list.data
  if (total === 0) {
    const which = status === 'active' ? 'emptyActive' : 'emptyInactive'
    return <EmptyState title={t(`${which}Title`)} text={t(`${which}Text`)} />
  }

  return (
    <>
      <p className={lists.count}>{t('count', { count: total })}</p>
      <ul className={`${lists.list} ${lists.renewed}`} aria-busy={list.isPlaceholderData}>
        {coupons.map((coupon) => (
          <CouponItem key={coupon.id} coupon={coupon} />
        ))}
      </ul>
      <Pager address={address} total={total} />
    </>
  )
}

/** The coupons of the account (spec 2, 9): usable ones, and used or expired ones. */
export function CouponsPage() {
  const t = useTranslations('coupon')
  const { tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const status: CouponStatus = tab === 'inactive' ? 'inactive' : 'active'
  const open = (to: CouponStatus) =>
    void navigate({ to: '.', search: to === 'inactive' ? { tab: to } : {}, replace: true })

  return (
    <section className={lists.page} aria-labelledby="coupons-title">
      <h1 className={lists.title} id="coupons-title">
        {t('title')}
      </h1>
      <p className={lists.intro}>{t('intro')}</p>
      <RedeemForm onRedeemed={() => open('active')} />
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((name) => ({ value: name, label: t(name) }))}
        value={status}
        onChange={open}
      >
        <Coupons status={status} />
      </Tabs>
    </section>
  )
}
