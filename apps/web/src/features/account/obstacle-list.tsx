import type { ObstacleView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './personal-data.module.css'

/** What blocks a deletion, each with a link to the screen where it is settled. */
export function ObstacleList({ obstacles }: { obstacles: readonly ObstacleView[] }) {
  return (
    <ul className={classes.obstacles}>
      {obstacles.map((obstacle) => (
        <Obstacle key={`${obstacle.kind} ${obstacle.order?.id} ${obstacle.amountMinor}`} obstacle={obstacle} />
      ))}
    </ul>
  )
}

function Obstacle({ obstacle }: { obstacle: ObstacleView }) {
  const t = useTranslations('personal-data.obstacles')
  const { money } = useFormats()
  const { kind, order, amountMinor } = obstacle
  const values = { number: order?.number ?? '', amount: money(amountMinor ?? 0) }

  return (
    <li className={classes.obstacle}>
      <p>{t(`${kind}.text`, values)}</p>
      <ObstacleLink obstacle={obstacle} label={t(`${kind}.action`)} />
    </li>
  )
}

const settledByStaff: readonly ObstacleView['kind'][] = ['refund-pending', 'dispute', 'balance']

function ObstacleLink({ obstacle: { kind, order }, label }: { obstacle: ObstacleView; label: string }) {
  const look = { variant: 'secondary', size: 'sm' } as const
  if (settledByStaff.includes(kind)) {
    return (
      <LinkButton {...look} to="/contact" search={{ topic: 'other' }}>
        {label}
      </LinkButton>
    )
  }
  if (kind === 'open-claim') {
    return (
      <LinkButton {...look} to="/user/order/after-sale" search={{}}>
        {label}
      </LinkButton>
    )
  }
  if (kind === 'additional-cost') {
    return (
      <LinkButton {...look} to="/user/order/additional-cost" search={{}}>
        {label}
      </LinkButton>
    )
  }
  if (order) {
    return (
      <LinkButton {...look} to="/user/order/detail/$orderId" params={{ orderId: order.id }}>
        {label}
      </LinkButton>
    )
  }

  return (
    <LinkButton {...look} to="/user/account/balance" search={{}}>
      {label}
    </LinkButton>
  )
}
