import type { OrderView } from '@cotation/contracts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ReorderButton } from '#features/order/reorder/reorder-button.tsx'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import classes from '../detail.module.css'
import { CancelOrder } from './cancel-order.tsx'
import { ConfirmReceipt } from './confirm-receipt.tsx'

/** The server decides which actions are possible (`can`). */
export function OrderActions({ order }: { order: OrderView }) {
  const t = useTranslations('order.actions')
  const { money } = useOrderWords()
  const [dialog, setDialog] = useState<'cancel' | 'receive'>()
  const { id, status, can, dueMinor } = order
  const close = () => setDialog(undefined)

  return (
    <div className={classes.actions}>
      {can.pay ? (
        <ButtonLink to="/checkout/payment" search={{ order: id }}>
          {t('pay', { amount: money(dueMinor) })}
        </ButtonLink>
      ) : null}
      {!can.pay && status === 'payment_pending' ? (
        <ButtonLink to="/checkout/payment" search={{ order: id }} variant="default">
          {t('paymentState')}
        </ButtonLink>
      ) : null}
      {can.receive ? <Button onClick={() => setDialog('receive')}>{t('receive')}</Button> : null}
      {can.reorder ? <ReorderButton orderId={id}>{t('reorder')}</ReorderButton> : null}
      {can.cancel ? (
        <Button variant="subtle" color="red" onClick={() => setDialog('cancel')}>
          {t('cancel')}
        </Button>
      ) : null}
      {dialog === 'cancel' ? <CancelOrder order={order} onClose={close} /> : null}
      {dialog === 'receive' ? <ConfirmReceipt order={order} onClose={close} /> : null}
    </div>
  )
}
