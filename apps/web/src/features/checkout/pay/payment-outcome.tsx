import type { OrderPaymentView } from '@cotation/contracts'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './pay.module.css'

/** The final state of a payment: the order is paid, or closed with nothing to pay. */
export function PaymentOutcome({ view: { orderId, number, result } }: { view: OrderPaymentView }) {
  const t = useTranslations('payment.success')
  const isPaid = result === 'paid'

  return (
    <div className={classes.outcome}>
      {isPaid ? <IconCircleCheck className={classes.tick} size={56} stroke={1.5} aria-hidden /> : null}
      <h1 className={classes.title}>{isPaid ? t('title') : t('closedTitle', { number })}</h1>
      <p className={classes.soft}>{isPaid ? t('text', { number }) : t('closedText')}</p>
      <div className={classes.buttons}>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}} className={buttons.primary}>
          {t('see')}
        </Link>
        <Link to="/quote" search={{}} className={buttons.secondary}>
          {t('new')}
        </Link>
      </div>
    </div>
  )
}
