import type { LinkedAdditionalCost } from '@cotation/contracts'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Outcome } from '#ui/pay/outcome.tsx'
import { PaidThroughLink } from '#ui/pay/paid-through-link.tsx'
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
  const { number, orderNumber: order, otherCosts } = cost

  const others = useOtherCosts(otherCosts)
  const paidText = others
    ? t(`waits${others.waitFor}`, { number, order, count: others.count, others: others.numbers })
    : t(payment.by === 'link' ? 'linkPaidText' : 'paidText', { order })

  const bankWaits = others ? ` ${t('bankWaits', { order, count: others.count, others: others.numbers })}` : ''
  const bankText = `${t('bankText')}${bankWaits}`

  const closedText = () => {
    if (payment.by === 'link' || payment.view.cost.state === 'requested') return t('closed.link', { number })
    return t(`closed.${payment.view.cost.state}`, { number })
  }

  const texts = {
    paid: { title: t('paidTitle', { number }), text: paidText },
    closed: { title: t('closedTitle'), text: closedText() },
    failed: { title: t('failedTitle'), text: t('failedText') },
    bank: { title: t(payment.by === 'link' ? 'linkBankTitle' : 'bankTitle', { number }), text: bankText },
  }
  const { title, text } = texts[outcome]

  const isOver = outcome === 'paid' || outcome === 'closed'
  const own = payment.by === 'customer' ? payment.view.cost : null
  const isNextShown = own !== null && outcome === 'paid'
  const next = isNextShown ? otherCosts.find(({ state }) => state === 'requested') : undefined

  return (
    <Outcome title={title} text={text} tone={outcome === 'paid' || outcome === 'failed' ? outcome : undefined}>
      {isOver ? null : (
        <LinkButton to="/additional-cost/payment" search={own ? { cost: own.id } : {}}>
          {t(outcome === 'bank' ? 'bankSee' : 'retry')}
        </LinkButton>
      )}
      {next ? <NextCost cost={next} /> : null}
      {own ? <OwnLinks costId={own.id} orderId={own.orderId} isMain={isOver && !next} /> : null}
      {payment.by === 'link' ? <PaidThroughLink paid={payment.view.paid} /> : null}
    </Outcome>
  )
}

type OtherCosts = LinkedAdditionalCost['otherCosts']

/** The costs that the order still waits for; those that the customer can answer come first. */
function useOtherCosts(costs: OtherCosts) {
  const format = useFormatter()
  if (costs.length === 0) return null

  const requested = costs.filter(({ state }) => state === 'requested')
  const named = requested.length > 0 ? requested : costs
  return {
    waitFor: requested.length > 0 ? ('Answer' as const) : ('Decision' as const),
    count: named.length,
    numbers: format.list(named.map(({ number }) => number)),
  }
}

/** The way to the next cost that waits for the customer. */
function NextCost({ cost: { id, number } }: { cost: OtherCosts[number] }) {
  const t = useTranslations('additional-cost.outcome')
  return (
    <LinkButton to="/user/order/additional-cost" search={{ cost: id }}>
      {t('next', { number })}
    </LinkButton>
  )
}

function OwnLinks({ costId, orderId, isMain }: { costId: string; orderId: string; isMain: boolean }) {
  const t = useTranslations('additional-cost')
  return (
    <>
      <LinkButton to="/user/order/additional-cost" search={{ cost: costId }} variant={isMain ? 'primary' : 'secondary'}>
        {t('details')}
      </LinkButton>
      <LinkButton to="/user/order/detail/$orderId" params={{ orderId }} search={{}} variant="secondary">
        {t('page.toOrder')}
      </LinkButton>
    </>
  )
}
