import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './records.module.css'

interface OrderLinkProps {
  orderId: string | null
  number: string | null
}

/** The way to the order of a record, where it has one. */
export function OrderLink({ orderId, number }: OrderLinkProps) {
  const t = useTranslations('balance.record')
  if (orderId === null || number === null) return null
  return (
    <p className={classes.more}>
      <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
        {t('order', { number })}
      </Link>
    </p>
  )
}
