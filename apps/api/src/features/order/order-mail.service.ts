import { type Catalogue, creditDueAt, groupedAccountNumber, isUnpaid, type Language } from '@cotation/domain'
import { sendActionMail } from '#core/action-mail.ts'
import type { Config } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import type { Trx } from '#db/database.ts'
import { dueMinorOf, sumPayments } from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { findEvent, findPointsEarned } from './order.repository.ts'
import { listedAmounts, listedParts, orderTable } from './order-table.service.ts'
import type { OrderDetails, OrderEventRow } from './order-view.repository.ts'
import { getOrderCatalogue, getOrderDetails, parcelViewOf } from './order-view.service.ts'
import { creditPurchase } from './trade-paper.ts'

type OrderMailDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/**
 * Mails the customer about one status change, in the language of the profile. A mail that asks for
 * payment is skipped if the order has moved on since: a customer who pays at once gets only the
 * receipt.
 */
export async function sendOrderMail(deps: OrderMailDeps, { orderId, eventId }: OrderMailRequest): Promise<void> {
  const found = await findEvent(deps.db, orderId, eventId)
  if (!found) return

  const { event, isLatest } = found
  if (isUnpaid(event.to_status) && !isLatest) return

  const details = await getOrderDetails(deps, orderId, 'staff')
  const { order } = details
  const recipient = await findRecipient(deps.db, order.customer_id)
  if (!recipient) return

  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const points = event.to_status === 'completed' ? await findPointsEarned(deps.db, orderId) : 0
  await sendActionMail(deps, {
    ...mailKind(event, details),
    to: recipient.email,
    userName: recipient.username,
    language: recipient.language,
    repliesTo: 'manager',
    table: orderTable(listedParts(details.lines, catalogue, recipient.language), listedAmounts(order.total), {
      texts: deps.texts,
      language: recipient.language,
    }),
    values: mailValues(event, details, { catalogue, config: deps.config, language: recipient.language, points }),
    idempotencyKey: `order ${orderId} ${event.id}`,
  })
}

/**
 * The queue of mails about an order's status. Retries for a day at intervals of at most 30 seconds,
 * so that a mail server that was down for hours still gets every mail soon after it is back.
 * Concurrent, so that one slow delivery does not block the others.
 */
export const orderMailQueue = {
  name: 'order-mail',
  mayWait: true,
  retryLimit: 3000,
  retryDelayMax: 30,
  concurrency: 4,
} as const

export interface OrderMailRequest {
  orderId: string
  /** The status change that the mail is about; without it, the placing of the order. */
  eventId?: string
}

/** Enqueues the mail in the transaction that makes the change. */
export async function enqueueOrderMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: OrderMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, orderMailQueue.name, request)
}

type MailEvent = Pick<OrderEventRow, 'from_status' | 'to_status' | 'reason'>

/** The bank transfer that an order awaits. */
const openTransfer = ({ payments }: OrderDetails) =>
  payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')

/** The kind of mail about a status change, and the path that its button opens. */
function mailKind({ from_status: from, to_status: to }: MailEvent, details: OrderDetails) {
  const { id } = details.order
  const detail = `/user/order/detail/${id}`
  const payment = `/checkout/payment?order=${id}`
  if (to === 'paid' && details.original) return { kind: 'after-sale-order', path: detail }
  if (to === 'awaiting_payment')
    return { kind: from === null ? 'order-awaiting-payment' : 'order-payment-failed', path: payment }
  if (to === 'payment_pending' && openTransfer(details)) return { kind: 'order-bank-transfer', path: payment }
  if (to === 'in_production' && from === 'quality_check') return { kind: 'order-made-anew', path: detail }

  return { kind: `order-${to.replaceAll('_', '-')}`, path: detail }
}

interface MailContext {
  language: Language
  catalogue: Catalogue
  config: Config
  points: number
}

/** The bank account, amount and reference of the transfer. */
function transferValues(details: OrderDetails, config: Config, language: Language): Record<string, string> {
  const intent = openTransfer(details)
  const bank = intent && paymentViewOf(intent, config).bank
  if (!bank) return {}

  return {
    amount: moneyText(bank.amountMinor, bank.currency, language),
    bank: bank.bank,
    holder: bank.holder,
    iban: groupedAccountNumber(bank.iban),
    swift: bank.swift,
    reference: bank.reference,
    until: dayText(bank.expiresAt, language),
  }
}

/** The values of all placeholders in order mails. */
function mailValues(event: MailEvent, details: OrderDetails, { catalogue, config, language, points }: MailContext) {
  const { order, payments, parcels } = details
  const usd = (minor: number) => moneyText(minor, 'USD', language)
  const totalMinor = Number(order.total_minor)
  const { paidMinor, refundedMinor } = sumPayments(payments)
  const carrierName = (id: string) => catalogue.shipping.carriers.find((carrier) => carrier.id === id)?.name ?? id

  return {
    number: order.number,
    isReprint: details.original ? 'yes' : 'no',
    original: details.original?.number ?? '',
    workOrder: details.original?.workOrderNumber ?? '',
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
    ...transferValues(details, config, language),
    ...creditValues(details, language),
  }
}

/** An order on credit is not paid yet: its mail says when it must be. */
function creditValues({ order, payments }: OrderDetails, language: Language): Record<string, string> {
  const purchase = creditPurchase(payments)
  if (!purchase || !order.paid_at) return { onCredit: 'no', creditAmount: '', creditDue: '' }

  return {
    onCredit: 'yes',
    creditAmount: moneyText(Number(purchase.usd_minor), 'USD', language),
    creditDue: dayText(creditDueAt(order.paid_at), language),
  }
}
