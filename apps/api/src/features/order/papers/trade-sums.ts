import { paymentLimits } from '@cotation/domain'
import { dueMinorOf, sumPayments } from '#features/order/view/paid-amounts.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { type PaperFacts, type PaperSum, sayer } from './order-paper.ts'
import { carrierWords } from './paper-parties.ts'

const dayMs = 86_400_000

/** Every term of the total, and what was paid of it; they add up to the cent. */
export function tradeSums(facts: PaperFacts): PaperSum[] {
  const { details, words } = facts
  const { order, payments } = details
  const { total } = order
  const say = sayer(words)
  const { money } = words
  const carriage = order.freight_account
    ? say('sum.freightCollect', { carrier: carrierWords(facts) })
    : say('sum.shipping', { carrier: carrierWords(facts) })
  const credit = sumPayments(payments.filter(({ method }) => method === 'credit'))
  const { paidMinor, refundedMinor } = sumPayments(payments.filter(({ method }) => method !== 'credit'))

  // What was bought on credit is owed until it is settled: the order is paid, its invoice is not.
  const owedMinor = credit.paidMinor - credit.refundedMinor
  const totalMinor = Number(order.total_minor)
  const term = (name: string, minor: number): PaperSum[] => (minor === 0 ? [] : [{ name, value: money(minor) }])

  return [
    { name: say('sum.goods'), value: money(total.goodsMinor) },
    ...term(say('sum.services'), total.servicesMinor),
    ...term(say('sum.smallOrder'), total.smallOrderMinor),
    ...term(
      details.couponCode ? say('sum.coupon', { code: details.couponCode }) : say('sum.discount'),
      -total.discountMinor,
    ),
    { name: carriage, value: money(total.shipping.minor) },
    ...term(say('sum.shippingDiscount'), -total.shipping.discountMinor),
    { name: say('sum.net'), value: money(total.tax.baseMinor) },
    { name: say('sum.tax', { rate: words.number(total.tax.ratePercent) }), value: money(total.tax.minor) },
    { name: say('sum.total'), value: money(totalMinor), strong: true },
    ...term(say('sum.paid'), paidMinor),
    ...term(say('sum.refunded'), -refundedMinor),
    {
      name: say('sum.due'),
      value: money(owedMinor + dueMinorOf(order.status, totalMinor, paidMinor - refundedMinor + owedMinor)),
      strong: true,
    },
  ]
}

/** Why VAT is what it is, the amount in the buyer's currency, and the day by which credit is settled. */
export function sumNotes({ details: { order, payments }, words }: PaperFacts): string[] {
  const say = sayer(words)
  const { display } = order.total
  const onCredit = payments.find(({ method, captured_minor }) => method === 'credit' && Number(captured_minor) > 0)
  const creditDue = new Date((order.paid_at?.getTime() ?? 0) + paymentLimits.creditDays * dayMs)

  return [
    words.say(`pricing.tax.${order.total.tax.reason}`),
    ...(display.currency === 'USD'
      ? []
      : [say('displayed', { amount: words.money(display.totalMinor, display.currency) })]),
    ...(onCredit
      ? [say('creditDue', { amount: words.money(Number(onCredit.usd_minor)), date: words.day(creditDue) })]
      : []),
  ]
}

/** How the order was paid, one text for each payment that counts. */
export function paymentWords({ details: { payments }, words }: PaperFacts): string[] {
  const say = sayer(words)
  return payments
    .filter(({ method, captured_minor }) => method !== 'credit' && Number(captured_minor) > 0)
    .map((intent) =>
      say('payment', {
        method: say(`method.${intent.method}`),
        amount: words.money(Number(intent.captured_minor), intent.currency),
        date: words.day(intent.closed_at ?? intent.created_at),
      }),
    )
}

/** The account to which a transfer goes; its reference exists once the transfer was chosen. */
export function bankWords({ details: { payments }, config, words }: PaperFacts): string[] {
  const say = sayer(words)
  const open = payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')
  const chosen = open && paymentViewOf(open, config).bank
  const account = chosen ?? config.bankAccounts.find(({ currency }) => currency === 'USD')
  if (!account) return []

  const { holder, bank, iban, swift } = account

  return [
    say('bank.account', { holder, bank }),
    say('bank.numbers', { iban, swift }),
    ...(chosen
      ? [
          say('bank.transfer', {
            amount: words.money(chosen.amountMinor, chosen.currency),
            reference: chosen.reference,
            date: words.day(chosen.expiresAt),
          }),
        ]
      : [say('bank.noReference')]),
  ]
}
