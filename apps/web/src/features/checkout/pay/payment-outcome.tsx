import type { OrderPaymentView } from '@cotation/contracts'
import { creditDueAt } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Outcome } from '#ui/pay/outcome.tsx'

interface PaymentOutcomeProps {
  view: OrderPaymentView
  /** Paid or closed: nothing to pay. Failed or by transfer: the payer still has to act. */
  outcome: 'paid' | 'closed' | 'failed' | 'bank'
}

/** An order on credit is not paid yet: what is due, and when. Undefined for other orders. */
function useCreditTitle(payments: OrderPaymentView['payments']): string | undefined {
  const t = useTranslations('payment.success')
  const { money, date } = useFormats()
  const purchase = payments.find(
    ({ method, state, capturedMinor }) => method === 'credit' && (state === 'authorized' || capturedMinor > 0),
  )
  if (!purchase) return undefined

  const dueAt = creditDueAt(new Date(purchase.createdAt)).toISOString()
  return t('creditTitle', { amount: money(purchase.usdMinor), date: date(dueAt) })
}

/** The result of a payment, with the next steps. */
export function PaymentOutcome({ view: { orderId, projectId, number, payments }, outcome }: PaymentOutcomeProps) {
  const t = useTranslations('payment.success')
  const creditTitle = useCreditTitle(payments)
  const isOver = outcome === 'paid' || outcome === 'closed'
  const texts = {
    paid: { title: creditTitle ?? t('title'), text: t('text', { number }) },
    closed: { title: t('closedTitle', { number }), text: t('closedText') },
    failed: { title: t('failedTitle'), text: t('failedText', { number }) },
    bank: { title: t('bankTitle', { number }), text: t('bankText') },
  }
  const { title, text } = texts[outcome]

  return (
    <Outcome title={title} text={text} tone={outcome === 'paid' || outcome === 'failed' ? outcome : undefined}>
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
      {isOver && projectId !== null ? (
        <LinkButton to="/quote/$projectId" params={{ projectId }} search={{}} variant="secondary">
          {t('project')}
        </LinkButton>
      ) : null}
      {isOver ? (
        <LinkButton to="/quote" search={{}} variant="secondary">
          {t('new')}
        </LinkButton>
      ) : null}
    </Outcome>
  )
}
