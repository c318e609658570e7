import type { OrderView } from '@cotation/contracts'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { receiveOrder } from '../order.api.ts'
import { ReorderButton } from '../reorder-button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import classes from './detail.module.css'
import { awaitsTransfer } from './payments.tsx'

/** Confirming receipt completes the order. */
function ConfirmReceipt({ order: { id, number, original }, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useTranslations('order.actions')
  const { attempt, failure, busy } = useAttempt()
  const confirm = () =>
    attempt(async () => {
      await receiveOrder(id)
      toast.success(t('received', { number }))
      onClose()
    })

  return (
    <Confirm
      opened
      title={t('receiveTitle')}
      confirmLabel={t('receiveDo')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <FormAlert failure={failure} />
      <Text>{t(original ? 'receiveReprint' : 'receiveText', { number })}</Text>
    </Confirm>
  )
}

/** The server decides which actions are possible (`can`). */
function Actions({ order }: { order: OrderView }) {
  const t = useTranslations('order.actions')
  const { money } = useFormats()
  const { id, status, can, dueMinor } = order
  // Links from the list, the quote and the checkout open the dialog at once.
  const isCancelling = useLocation({ select: ({ hash }) => hash === 'cancel' })
  const [dialog, setDialog] = useState<'cancel' | 'receive' | undefined>(
    isCancelling && can.cancel ? 'cancel' : undefined,
  )
  const close = () => setDialog(undefined)

  return (
    <div className={classes.actions}>
      {can.pay ? (
        <LinkButton to="/checkout/payment" search={{ order: id }} size="sm">
          {t('pay', { amount: money(dueMinor) })}
        </LinkButton>
      ) : null}
      {!can.pay && status === 'payment_pending' ? (
        <LinkButton to="/checkout/payment" search={{ order: id }} size="sm" variant="secondary">
          {t('paymentState')}
        </LinkButton>
      ) : null}
      {can.receive ? (
        <Button size="sm" onClick={() => setDialog('receive')}>
          {t('receive')}
        </Button>
      ) : null}
      {can.claim ? (
        <LinkButton to="/user/order/after-sale" search={{ order: id }} size="sm" variant="secondary">
          {t('claim')}
        </LinkButton>
      ) : null}
      {can.reorder ? <ReorderButton orderId={id}>{t('reorder')}</ReorderButton> : null}
      {can.cancel ? (
        <Button size="sm" variant="quietDanger" onClick={() => setDialog('cancel')}>
          {t('cancel')}
        </Button>
      ) : null}
      {dialog === 'cancel' ? <CancelOrder order={order} onClose={close} /> : null}
      {dialog === 'receive' ? <ConfirmReceipt order={order} onClose={close} /> : null}
    </div>
  )
}

export function OrderHeader({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const { moment } = useFormats('medium')

  return (
    <header className={classes.header}>
      <div>
        <Text size="sm">
          <Link to="/user/order/history" search={{}}>
            {t('detail.back')}
          </Link>
        </Text>
        <Heading level={1} id="order-title" className={classes.title}>
          {t('detail.title', { number: order.number })}
        </Heading>
        <Row>
          <OrderStatusBadge
            status={order.status}
            isReprint={order.original !== null}
            awaitsTransfer={awaitsTransfer(order)}
            isOnCredit={order.credit !== null}
            size="md"
          />
          <Text size="sm" tone="soft">
            {t('list.placed', { date: moment(order.placedAt) })}
          </Text>
          {order.poNumber === '' ? null : (
            <Text size="sm" tone="soft" className={classes.po}>
              {t('list.po', { number: order.poNumber })}
            </Text>
          )}
        </Row>
      </div>
      <Actions order={order} />
    </header>
  )
}
