import type { Catalogue, Language } from '@cotation/domain'
import type { Config } from '#core/config.ts'
import type { OrderDetails, OrderEventRow } from '#features/order/view/order-view.repository.ts'
import { dueMinorOf, sumPayments } from '#features/order/view/paid-amounts.ts'
import { parcelViewOf } from '#features/order/view/parcel-view.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { moneyText } from '#src/papers/money-text.ts'

type MailEvent = Pick<OrderEventRow, 'from_status' | 'to_status' | 'reason'>

/** The bank transfer that an order awaits. */
const openTransfer = ({ payments }: OrderDetails) =>
  payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')

/** The kind of mail about a status change, and the path that its button opens. */
export function mailKind({ from_status: from, to_status: to }: MailEvent, details: OrderDetails) {
  const { id } = details.order
  const detail = `/user/order/detail/${id}`
  const payment = `/checkout/payment?order=${id}`
  if (to === 'awaiting_payment')
    return { kind: from === null ? 'order-awaiting-payment' : 'order-payment-failed', path: payment }
  if (to === 'payment_pending' && openTransfer(details)) return { kind: 'order-bank-transfer', path: payment }
  if (to === 'in_production' && from === 'quality_check') return { kind: 'order-made-anew', path: detail }

  return { kind: `order-${to.replaceAll('_', '-')}`, path: detail }
}

interface MailContext {
  catalogue: Catalogue
  config: Config
  points: number
}

function dayText(day: string | Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** The bank account, amount and reference of the transfer. */
function transferValues(details: OrderDetails, config: Config): Record<string, string> {
  const intent = openTransfer(details)
  const bank = intent && paymentViewOf(intent, config).bank
  if (!bank) return {}

  const { language } = details.order

  return {
    amount: moneyText(bank.amountMinor, bank.currency, language),
    bank: bank.bank,
    holder: bank.holder,
    iban: bank.iban,
    swift: bank.swift,
    reference: bank.reference,
    until: dayText(bank.expiresAt, language),
  }
}

/** The values of all placeholders in order mails. */
export function mailValues(event: MailEvent, details: OrderDetails, { catalogue, config, points }: MailContext) {
  const { order, payments, parcels } = details
  const { language } = order
  const usd = (minor: number) => moneyText(minor, 'USD', language)
  const totalMinor = Number(order.total_minor)
  const { paidMinor, refundedMinor } = sumPayments(payments)
  const carrierName = (id: string) => catalogue.shipping.carriers.find((carrier) => carrier.id === id)?.name ?? id

  return {
    number: order.number,
    total: usd(totalMinor),
    due: usd(dueMinorOf(order.status, totalMinor, paidMinor - refundedMinor)),
    refunded: usd(refundedMinor),
    isPaid: paidMinor > 0 ? 'yes' : 'no',
    ship: dayText(order.dates.ship, language),
    earliest: dayText(order.dates.deliveryEarliest, language),
    latest: dayText(order.dates.deliveryLatest, language),
    parcels: parcels.length,
    tracking: parcels
      .map((parcel) => parcelViewOf(parcel, catalogue))
      .map(({ carrier, trackingNumber, trackingUrl }) => `${carrierName(carrier)} ${trackingNumber} ( ${trackingUrl} )`)
      .join(', '),
    hasReason: event.reason === '' ? 'no' : 'yes',
    reason: event.reason,
    points,
    days: catalogue.loyalty.creditAfterDays,
    ...transferValues(details, config),
  }
}
