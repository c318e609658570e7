import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Outcome } from '#ui/pay/outcome.tsx'
import type { CostPayment } from './cost-payment-loader.tsx'

interface CostOutcomeProps {
  payment: CostPayment
  /** `paid`, `closed`: nothing left to pay. `failed`, `bank`: the payer still has to act. */
  outcome: 'paid' | 'closed' | 'failed' | 'bank'
}

/** The result of a payment of an additional cost. Only its customer gets links into the account. */
export function CostOutcome({ payment, outcome }: CostOutcomeProps) {
  const t = useTranslations('additional-cost.outcome')
  const cost = payment.by === 'customer' ? payment.view.cost : payment.view.additionalCost
  const { number, orderNumber: order } = cost
  const closedText = () => {
    if (payment.by === 'link' || payment.view.cost.state === 'requested') return t('closed.link', { number })
    return t(`closed.${payment.view.cost.state}`, { number })
  }
  const texts = {
    paid: { title: t('paidTitle', { number }), text: t('paidText', { order }) },
    closed: { title: t('closedTitle'), text: closedText() },
    failed: { title: t('failedTitle'), text: t('failedText') },
    bank: { title: t('bankTitle', { number }), text: t('bankText') },
  }
  const { title, text } = texts[outcome]
  const isOver = outcome === 'paid' || outcome === 'closed'
  const own = payment.by === 'customer' ? payment.view.cost : null

  return (
    <Outcome title={title} text={text} tone={outcome === 'paid' || outcome === 'failed' ? outcome : undefined}>
      {isOver ? null : (
        <LinkButton to="/additional-cost/payment" search={own ? { cost: own.id } : {}}>
          {t(outcome === 'bank' ? 'bankSee' : 'retry')}
        </LinkButton>
      )}
      {own ? <OwnLinks costId={own.id} orderId={own.orderId} isOver={isOver} /> : null}
    </Outcome>
  )
}

function OwnLinks({ costId, orderId, isOver }: { costId: string; orderId: string; isOver: boolean }) {
  const t = useTranslations('additional-cost')
  return (
    <>
      <LinkButton to="/user/order/additional-cost" search={{ cost: costId }} variant={isOver ? 'primary' : 'secondary'}>
        {t('details')}
      </LinkButton>
      <LinkButton to="/user/order/detail/$orderId" params={{ orderId }} search={{}} variant="secondary">
        {t('page.toOrder')}
      </LinkButton>
    </>
  )
}
