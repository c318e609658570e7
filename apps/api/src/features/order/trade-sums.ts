import { paymentLimits } from '@cotation/domain'
import { dueMinorOf, sumPayments } from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { carrierWords, type PaperFacts, type PaperSum, translatorOf } from './order-paper.ts'

const dayMs = 86_400_000

/** Every term of the total and what was paid; they add up to the cent. */
export function tradeSums(facts: PaperFacts): PaperSum[] {
  const { details, words } = facts
  const { order, payments } = details
  const { total } = order
  const say = translatorOf(words)
  const { money } = words
  const carriageKey = order.freight_account ? 'sum.freightCollect' : 'sum.shipping'
  const carriage = say(carriageKey, { carrier: carrierWords(facts) })
  const credit = sumPayments(payments.filter(({ method }) => method === 'credit'))
  const { paidMinor, refundedMinor } = sumPayments(payments.filter(({ method }) => method !== 'credit'))

  // Credit is owed until it is settled: the order is paid, but its invoice is not.
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

/** The reason for the VAT, the amount in the buyer's currency, and the day when credit is due. */
export function sumNotes({ details: { order, payments }, words }: PaperFacts): string[] {
  const say = translatorOf(words)
  const { display } = order.total
  const onCredit = payments.find(({ method, captured_minor }) => method === 'credit' && Number(captured_minor) > 0)
  const creditDue = new Date((order.paid_at?.getTime() ?? 0) + paymentLimits.creditDays * dayMs)

  const notes = [words.say(`pricing.tax.${order.total.tax.reason}`)]
  if (display.currency !== 'USD')
    notes.push(say('displayed', { amount: words.money(display.totalMinor, display.currency) }))
  if (onCredit)
    notes.push(say('creditDue', { amount: words.money(Number(onCredit.usd_minor)), date: words.day(creditDue) }))
  return notes
}

/** How the order was paid, one text per payment that counts. */
export function paymentWords({ details: { payments }, words }: PaperFacts): string[] {
  const say = translatorOf(words)
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

/** The bank account for a transfer, and its reference once the transfer was chosen. */
export function bankWords({ details: { payments }, config, words }: PaperFacts): string[] {
  const say = translatorOf(words)
  const open = payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')
  const chosen = open && paymentViewOf(open, config).bank
  const account = chosen ?? config.bankAccounts.find(({ currency }) => currency === 'USD')
  if (!account) return []

  const { holder, bank, iban, swift } = account
  const transfer = chosen
    ? say('bank.transfer', {
        amount: words.money(chosen.amountMinor, chosen.currency),
        reference: chosen.reference,
        date: words.day(chosen.expiresAt),
      })
    : say('bank.noReference')

  return [say('bank.account', { holder, bank }), say('bank.numbers', { iban, swift }), transfer]
}
