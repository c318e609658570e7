import {
  type Catalogue,
  creditDueAt,
  groupedAccountNumber,
  isCancelledOrRefunded,
  isUnpaid,
  type Language,
} from '@cotation/domain'
import { type ActionMail, sendActionMails } from '#core/action-mail.ts'
import type { Config } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { creditPurchase, dueMinorOf, paidUsd, sumPayments, usdOf } from '#src/money/order-payments.ts'
import { orderReturns, returnDestinationOf } from '#src/money/order-returns.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { findPointsEarned } from './order.repository.ts'
import { findRefundReason, type MailedOrder, readMailedOrders } from './order-mail.repository.ts'
import { listedAmounts, listedParts, orderTable } from './order-table.service.ts'
import type { OrderEventRow } from './order-view.repository.ts'
import { getOrderCatalogue, parcelViewOf } from './order-view.service.ts'

type OrderMailDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/**
 * Mails the customer about one status change, in the language in which the order was placed. A mail
 * that asks for payment is skipped if the order has moved on since: a customer who pays at once gets
 * only the receipt.
 */
export async function sendOrderMail(deps: OrderMailDeps, request: OrderMailRequest): Promise<void> {
  const [result] = await sendOrderMails(deps, [request])
  if (result?.status === 'rejected') throw result.reason
}

/** `sendOrderMail` for several orders, each with its own result. */
export async function sendOrderMails(
  deps: OrderMailDeps,
  requests: readonly OrderMailRequest[],
): Promise<PromiseSettledResult<void>[]> {
  const orderIds = new Set(requests.map(({ orderId }) => orderId))
  const orders = await readMailedOrders(deps.db, [...orderIds])
  const composed = await Promise.allSettled(
    requests.map((request) => composeOrderMail(deps, orders.get(request.orderId), request)),
  )

  const mails = composed.flatMap((mail) => (mail.status === 'fulfilled' && mail.value ? [mail.value] : []))
  const sent = await sendActionMails(deps, mails)
  return composed.map((mail) => {
    if (mail.status === 'rejected') return mail

    const result = mail.value && sent[mails.indexOf(mail.value)]
    return result ?? { status: 'fulfilled', value: undefined }
  })
}

/** The mail about a change; undefined if there is nobody to tell or nothing to say any more. */
async function composeOrderMail(
  deps: OrderMailDeps,
  mailed: MailedOrder | undefined,
  { eventId, refund }: OrderMailRequest,
): Promise<ActionMail | undefined> {
  if (!mailed) return undefined
  if (refund) return composeRefundMail(deps, mailed, refund)

  const { order, events } = mailed
  const event = eventId === undefined ? events[0] : events.find(({ id }) => id === eventId)
  if (!event || (isUnpaid(event.to_status) && event !== events.at(-1))) return undefined
  // The mail about the decision on its transfer says what happened to the money.
  if (isPaymentFailure(event) && endedByReceipt(mailed)) return undefined

  const { language } = order
  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const points = event.to_status === 'completed' ? await findPointsEarned(deps.db, order.id) : 0

  return {
    ...(await mailFrame(deps, mailed)),
    ...mailKind(event, mailed),
    values: {
      ...mailValues(event, mailed, { catalogue, config: deps.config, language, points }),
      ...returnValues(event, mailed, { texts: deps.texts, language }),
      ...(isPaymentFailure(event) && failureValues(mailed, language)),
    },
    idempotencyKey: `order ${order.id} ${event.id}`,
  }
}

/** What all mails about an order have in common: the recipient and the table of parts and amounts. */
async function mailFrame(deps: OrderMailDeps, { order, lines, recipient }: MailedOrder) {
  const { language } = order
  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const parts = listedParts(lines, catalogue, language)

  return {
    to: recipient.email,
    userName: recipient.username,
    language,
    repliesTo: 'manager',
    poNumber: order.po_number,
    table: orderTable(parts, listedAmounts(order.total), { texts: deps.texts, language }),
  } as const
}

/** The mail about a part that is refunded; undefined if the whole order was cancelled or refunded since. */
async function composeRefundMail(
  deps: OrderMailDeps,
  mailed: MailedOrder,
  refund: MailedRefund,
): Promise<ActionMail | undefined> {
  const { order, payments } = mailed
  const payment = payments.find(({ id }) => id === refund.intentId)
  if (!payment || isCancelledOrRefunded(order.status)) return undefined

  const { language } = order
  const usd = (minor: number) => moneyText(minor, 'USD', language)
  const amount = usd(refund.usdMinor)
  const reason = refund.refundId === null ? '' : await findRefundReason(deps.db, refund.refundId)

  return {
    ...(await mailFrame(deps, mailed)),
    kind: 'order-partly-refunded',
    path: `/user/order/detail/${order.id}`,
    values: {
      number: order.number,
      refundAmount: amount,
      refundReturns: deps.texts(language, 'mail', `returns.${returnDestinationOf(payment)}`, { amount }),
      hasReason: reason === '' ? 'no' : 'yes',
      reason,
      refunded: usd(refund.refundedMinor),
      kept: usd(paidUsd(payments)),
      total: usd(Number(order.total_minor)),
    },
    idempotencyKey: `order ${order.id} refunded ${refund.refundedMinor}`,
  }
}

const isPaymentFailure = ({ from_status, to_status }: MailEvent): boolean =>
  to_status === 'awaiting_payment' && from_status !== null

/** The payment whose end made the order unpaid again: the one that was closed last. */
function endedPayment({ payments }: MailedOrder) {
  const closed = payments.filter(({ method, closed_at }) => method !== 'balance' && closed_at !== null)
  return closed.sort((one, other) => Number(one.closed_at) - Number(other.closed_at)).at(-1)
}

/** Whether a decision about its transfer ended the payment. */
const endedByReceipt = (mailed: MailedOrder): boolean => endedPayment(mailed)?.has_settled_receipt === true

/** What was paid of an order whose payment failed, and what went back to the balance with it; "no" if nothing. */
function failureValues(mailed: MailedOrder, language: Language): Record<string, string> {
  const { payments } = mailed
  const usd = (minor: number) => (minor > 0 ? moneyText(minor, 'USD', language) : 'no')

  // The balance's part and the rest of a payment are created at the same moment.
  const begunAt = endedPayment(mailed)?.created_at.getTime()
  const parts = payments.filter(({ method, created_at }) => method === 'balance' && created_at.getTime() === begunAt)
  const backMinor = parts.reduce((sum, part) => sum + usdOf(part, Number(part.refunded_minor)), 0)

  return { kept: usd(paidUsd(payments)), balanceBack: usd(backMinor) }
}

/**
 * The queue of mails about an order's status. Retries for a day at intervals of at most 30 seconds,
 * so that a mail server that was down for hours still gets every mail soon after it is back.
 * Concurrent, so that one slow delivery does not block the others for long.
 */
export const orderMailQueue = {
  name: 'order-mail',
  mayWait: true,
  retryLimit: 3000,
  retryDelayMax: 30,
  concurrency: 2,
} as const

/** Read and written together; a mail server gets at most as many connections per worker. */
export const orderMailBatch = 8

export interface OrderMailRequest {
  orderId: string
  /** The status change that the mail is about; without it and without a refund, the placing of the order. */
  eventId?: string
  /** The partial refund that the mail is about. */
  refund?: MailedRefund
}

interface MailedRefund {
  /** The payment that is refunded in part. */
  intentId: string
  usdMinor: number
  /** Our request; null if the card provider refunded on its own. */
  refundId: string | null
  /** Everything that was refunded of the order so far, in US cents. */
  refundedMinor: number
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
const openTransfer = ({ payments }: MailedOrder) =>
  payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')

/** The kind of mail about a status change, and the path that its button opens. */
function mailKind({ from_status: from, to_status: to }: MailEvent, details: MailedOrder) {
  const { id } = details.order
  const detail = `/user/order/detail/${id}`
  const payment = `/checkout/payment?order=${id}`
  if (to === 'paid' && details.original) return { kind: 'after-sale-order', path: detail }
  if (to === 'awaiting_payment')
    return { kind: from === null ? 'order-awaiting-payment' : 'order-payment-failed', path: payment }
  if (to === 'payment_pending' && openTransfer(details)) return { kind: 'order-bank-transfer', path: payment }
  if (to === 'in_production' && from === 'quality_check') return { kind: 'order-remade', path: detail }

  return { kind: `order-${to.replaceAll('_', '-')}`, path: detail }
}

interface MailContext {
  language: Language
  catalogue: Catalogue
  config: Config
  points: number
}

/** The bank account, amount and reference of the transfer. */
function transferValues(details: MailedOrder, config: Config, language: Language): Record<string, string> {
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
function mailValues(event: MailEvent, details: MailedOrder, { catalogue, config, language, points }: MailContext) {
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

/** Who gets what back of a cancelled or refunded order: not always the customer, who may not have paid. */
function returnValues(
  { to_status }: MailEvent,
  { payments }: MailedOrder,
  { texts, language }: Pick<Deps, 'texts'> & { language: Language },
): Record<string, string> {
  const returns = orderReturns(to_status === 'cancelled', payments).map(({ to, usdMinor }) =>
    texts(language, 'mail', `returns.${to}`, { amount: moneyText(usdMinor, 'USD', language) }),
  )
  const list = new Intl.ListFormat(language)

  // A transfer that was asked for may be on its way although nothing has arrived.
  const transferEnded = payments.some(({ method }) => method === 'bank_transfer')

  return {
    hasReturns: returns.length === 0 ? 'no' : 'yes',
    returns: list.format(returns),
    transferEnded: transferEnded ? 'yes' : 'no',
  }
}

/** An order on credit is not paid yet: its mail says when it must be. */
function creditValues({ order, payments }: MailedOrder, language: Language): Record<string, string> {
  const purchase = creditPurchase(payments)
  if (!purchase || !order.paid_at) return { onCredit: 'no', creditAmount: '', creditDue: '' }

  return {
    onCredit: 'yes',
    creditAmount: moneyText(Number(purchase.usd_minor), 'USD', language),
    creditDue: dayText(creditDueAt(order.paid_at), language),
  }
}
