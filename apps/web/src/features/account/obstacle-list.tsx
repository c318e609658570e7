import type { ObstacleView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Numbered } from '#ui/numbered.tsx'
import classes from './personal-data.module.css'

/** What blocks a deletion, each with what ends it and a link to the screen where that is done. */
export function ObstacleList({ obstacles }: { obstacles: readonly ObstacleView[] }) {
  return (
    <ul className={classes.obstacles}>
      {obstacles.map((obstacle) => (
        <Obstacle key={`${obstacle.kind} ${obstacle.id}`} obstacle={obstacle} />
      ))}
    </ul>
  )
}

function Obstacle({ obstacle }: { obstacle: ObstacleView }) {
  const t = useTranslations('personal-data.obstacles')
  const { money, date } = useFormats()
  const { kind, remedy, number, order, amountMinor, receivedMinor, endsAt } = obstacle
  const values = {
    number: number ?? '',
    order: order?.number ?? '',
    amount: money(amountMinor ?? 0),
    received: receivedMinor > 0 ? money(receivedMinor) : 'none',
    endsAt: endsAt ?? 'none',
    date: endsAt === null ? '' : date(endsAt),
  }

  return (
    <li className={classes.obstacle}>
      <p>
        <Numbered>{`${t(`kinds.${kind}`, values)} ${t(`remedies.${remedy}`, values)}`}</Numbered>
      </p>
      <ObstacleLink obstacle={obstacle} />
    </li>
  )
}

const look = { variant: 'secondary', size: 'sm' } as const

function ObstacleLink({ obstacle: { kind, id, number, order } }: { obstacle: ObstacleView }) {
  const t = useTranslations('personal-data.obstacles.actions')

  switch (kind) {
    case 'open-order':
    case 'refund-pending':
      return order ? <OrderLink order={order} /> : <BalanceLink />
    case 'open-claim':
      return (
        <LinkButton {...look} to="/user/order/after-sale" search={{ claim: id }}>
          {t('claim')}
        </LinkButton>
      )
    case 'additional-cost':
      return (
        <LinkButton {...look} to="/user/order/additional-cost" search={{ cost: id }}>
          {t('cost', { number: number ?? '' })}
        </LinkButton>
      )
    case 'open-payment':
      return (
        <LinkButton {...look} to="/user/account/balance" search={{ reload: id }}>
          {t('reload', { number: number ?? '' })}
        </LinkButton>
      )
    case 'dispute':
      return (
        <LinkButton {...look} to="/contact" search={{ topic: 'order', about: 'payment', number: number ?? '' }}>
          {t('write')}
        </LinkButton>
      )
    case 'balance':
      return (
        <LinkButton {...look} to="/contact" search={{ topic: 'account', about: 'balance' }}>
          {t('refund')}
        </LinkButton>
      )
    case 'credit-owed':
    case 'reload-pending':
      return <BalanceLink />
  }
}

function OrderLink({ order }: { order: NonNullable<ObstacleView['order']> }) {
  const t = useTranslations('personal-data.obstacles.actions')
  return (
    <LinkButton {...look} to="/user/order/detail/$orderId" params={{ orderId: order.id }}>
      {t('order', { number: order.number })}
    </LinkButton>
  )
}

function BalanceLink() {
  const t = useTranslations('personal-data.obstacles.actions')
  return (
    <LinkButton {...look} to="/user/account/balance" search={{}}>
      {t('balance')}
    </LinkButton>
  )
}
