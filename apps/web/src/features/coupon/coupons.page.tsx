import type { CouponView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { CouponCodeForm } from '#ui/forms/coupon-code-form.tsx'
import lists from '#ui/list.module.css'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, LoadingState } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { useListAddress } from '#ui/use-list-address.ts'
import { type CouponStatus, couponsQuery, redeemCode } from './coupon.api.ts'
import classes from './coupons.module.css'

const tabs = ['active', 'inactive'] as const satisfies readonly CouponStatus[]

/** The coupons of the account (spec 2, 9): usable ones, and used or expired ones. */
export function CouponsPage() {
  const t = useTranslations('coupon')
  const { tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const status: CouponStatus = tab === 'inactive' ? 'inactive' : 'active'
  const open = (to: CouponStatus) =>
    void navigate({ to: '.', search: to === 'inactive' ? { tab: to } : {}, replace: true })

  const redeem = async (code: string) => {
    const { description } = await redeemCode(code)
    toast.success(t('redeem.done', { description }))
    open('active')
  }

  return (
    <ListPage title={t('title')} intro={t('intro')}>
      <div className={classes.redeem}>
        <Heading level={2}>{t('redeem.title')}</Heading>
        <CouponCodeForm label={t('redeem.label')} submitLabel={t('redeem.submit')} onCode={redeem} />
      </div>
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((name) => ({ value: name, label: t(name) }))}
        value={status}
        onChange={open}
      >
        <CouponList status={status} />
      </Tabs>
    </ListPage>
  )
}

function CouponList({ status }: { status: CouponStatus }) {
  const t = useTranslations('coupon')
  const address = useListAddress()
  const list = useQuery(couponsQuery(status, address.page))

  // The other tab's coupons must not serve as placeholder here.
  const isOther = list.isPlaceholderData && list.data?.coupons.some((coupon) => coupon.status !== status)
  if (isOther) return <LoadingState />

  const which = status === 'active' ? 'emptyActive' : 'emptyInactive'

  return (
    <ListResults
      query={list}
      address={address}
      count={(count) => t('count', { count })}
      empty={<EmptyState title={t(`${which}Title`)} text={t(`${which}Text`)} />}
    >
      {({ coupons }) => (
        <ul className={lists.list}>
          {coupons.map((coupon) => (
            <CouponItem key={coupon.id} coupon={coupon} />
          ))}
        </ul>
      )}
    </ListResults>
  )
}

const tones: Record<CouponView['state'], Tone> = {
  active: 'good',
  used: 'neutral',
  expired: 'neutral',
  withdrawn: 'danger',
  'not-first': 'neutral',
}

/** One coupon: its discount, its minimum and its expiry. */
function CouponItem({ coupon: view }: { coupon: CouponView }) {
  const t = useTranslations('coupon')
  const { date } = useFormats('medium')
  const { code, coupon, description, issuedAt, expiresAt, state, orderId } = view
  const end = expiresAt === null ? t('forever') : t(state === 'expired' ? 'ended' : 'until', { date: date(expiresAt) })

  return (
    <li className={classes.item} data-state={state}>
      <div>
        <Row>
          <Heading level={3} size="lg">
            {description}
          </Heading>
          <Badge dot tone={tones[state]}>
            {t(`state.${state}`)}
          </Badge>
        </Row>
        <Hint>{t(`rule.${coupon.type}`)}</Hint>
        <Hint className={classes.dates}>
          <span>{end}</span>
          <span>{t('issued', { date: date(issuedAt) })}</span>
        </Hint>
        {orderId === null ? null : (
          <Hint>
            <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
              {t('order')}
            </Link>
          </Hint>
        )}
      </div>
      <Row gap="xs">
        <code className={classes.code}>{code}</code>
        {state === 'active' ? <CopyButton text={code} label={t('code', { code })} /> : null}
      </Row>
    </li>
  )
}
