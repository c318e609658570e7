import type { OrderPaymentView } from '@cotation/contracts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './pay.module.css'

interface PaymentOutcomeProps {
  view: OrderPaymentView
  /** Paid or closed: nothing to pay. Failed or by transfer: the payer still has to act. */
  outcome: 'paid' | 'closed' | 'failed' | 'bank'
}

/** The result of a payment, with the next steps. */
export function PaymentOutcome({ view: { orderId, number }, outcome }: PaymentOutcomeProps) {
  const t = useTranslations('payment.success')
  const isOver = outcome === 'paid' || outcome === 'closed'
  const texts = {
    paid: { title: t('title'), text: t('text', { number }) },
    closed: { title: t('closedTitle', { number }), text: t('closedText') },
    failed: { title: t('failedTitle'), text: t('failedText', { number }) },
    bank: { title: t('bankTitle', { number }), text: t('bankText') },
  }
  const { title, text } = texts[outcome]

  return (
    <div className={classes.outcome} role={outcome === 'failed' ? 'alert' : undefined}>
      {outcome === 'paid' ? <IconCircleCheck className={classes.tick} size={56} stroke={1.5} aria-hidden /> : null}
      <Heading level={1}>{title}</Heading>
      <Text tone="soft">{text}</Text>
      <Row>
        {isOver ? null : (
          <LinkButton to="/checkout/payment" search={{ order: orderId }}>
            {t(outcome === 'bank' ? 'bankSee' : 'retry')}
          </LinkButton>
        )}
        <LinkButton
          to="/user/order/detail/$orderId"
          params={{ orderId }}
          search={{}}
          variant={isOver ? 'primary' : 'secondary'}
        >
          {t('see')}
        </LinkButton>
        {isOver ? (
          <LinkButton to="/quote" search={{}} variant="secondary">
            {t('new')}
          </LinkButton>
        ) : null}
      </Row>
    </div>
  )
}
