import {
  type Catalogue,
  groupedAccountNumber,
  isBeingMade,
  isCancelledOrRefunded,
  isUnpaid,
  isWhollyPacked,
  type Language,
  type RunCause,
} from '@cotation/domain'
import { type JourneyDates, workshopDate } from '@cotation/pricing'
import { type ActionMail, sendActionMails } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import type { MailFact } from '#core/mail-markup.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { type BillCredit, findBillCredit } from '#src/money/credit.ts'
import { countPayments, dueMinorOf, openTransfer, paidUsd, sumCounted, usdOf } from '#src/money/order-payments.ts'
import {
  cancellationRefundKey,
  type OrderReturn,
  refundIdOf,
  returnDestinationOf,
  returnsByDestination,
} from '#src/money/order-returns.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { lateJourneyOf } from './expected-dates.ts'
import { findPointsEarned } from './order.repository.ts'
import { findRefundReason, type MailedOrder, readMailedOrders, readRefundAmounts } from './order-mail.repository.ts'
import { listedAmounts, listedParts, orderTable } from './order-table.service.ts'
import type { OrderEventRow, ParcelDetails } from './order-view.repository.ts'
import { getOrderCatalogue } from './order-view.service.ts'
import { trackingUrlOf } from './parcel-view.ts'

type OrderMailDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

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
  /** The parcel that has left on its own, or that had an incident. */
  parcelId?: string
  /** The report of the incident. */
  incidentId?: string | undefined
  /** What breaks the promised day. */
  delay?: MailedDelay
}

interface MailedDelay {
  /** Id of the report that lost pieces, or of the event that began a production that ends late. */
  id: string
  cause: RunCause
  /** When all pieces are expected to leave (ISO). */
  expectedDay: string
  /** What is made again; none if nothing was lost. */
  pieces: { lineId: string; quantity: number }[]
}

interface MailedRefund {
  /** The payment that is refunded in part. */
  intentId: string
  usdMinor: number
  /** Our request; null if the card provider refunded on its own. */
  refundId: string | null
  /** What was refunded of the order so far, and what stays paid, in US cents, after this refund. */
  refundedMinor: number
  keptMinor: number
}

/** Enqueues the mail in the transaction that makes the change. */
export async function enqueueOrderMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: OrderMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, orderMailQueue.name, request)
}

type MailEvent = Pick<OrderEventRow, 'at' | 'from_status' | 'to_status' | 'reason'>

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
  { eventId, refund, parcelId, incidentId, delay }: OrderMailRequest,
): Promise<ActionMail | undefined> {
  if (!mailed) return undefined

  const { order, events, payments } = mailed
  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  if (refund) return composeRefundMail(deps, mailed, catalogue, refund)
  if (parcelId !== undefined) return composeParcelMail(deps, mailed, catalogue, { parcelId, incidentId })
  if (delay) return composeDelayMail(deps, mailed, catalogue, delay)

  const event = eventId === undefined ? events[0] : events.find(({ id }) => id === eventId)
  if (!event || (isUnpaid(event.to_status) && event !== events.at(-1))) return undefined
  // The mail about the decision on its transfer says what happened to the money.
  if (isPaymentFailure(event) && endedByReceipt(mailed)) return undefined

  const { language } = order
  const credit = await findBillCredit(deps.db, order.customer_id, order, payments)
  const points = event.to_status === 'completed' ? await findPointsEarned(deps.db, order.id) : 0
  const returns = await findReturns(deps, event, mailed)

  return {
    ...mailFrame(deps, mailed, catalogue),
    ...mailKind(event, mailed),
    facts: factsOf(event, mailed, deps),
    values: {
      ...mailValues(event, mailed, { catalogue, language, points }),
      ...creditValues(credit, language),
      ...returnValues(returns, mailed, { texts: deps.texts, language }),
      ...(isPaymentFailure(event) && failureValues(mailed, language)),
    },
    idempotencyKey: `order ${order.id} ${event.id}`,
  }
}

/** What all mails about an order have in common: the recipient and the table of parts and amounts. */
function mailFrame(deps: OrderMailDeps, { order, lines, recipient }: MailedOrder, catalogue: Catalogue) {
  const { language } = order
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
  catalogue: Catalogue,
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
    ...mailFrame(deps, mailed, catalogue),
    kind: 'order-partly-refunded',
    path: `/user/order/detail/${order.id}`,
    values: {
      number: order.number,
      refundAmount: amount,
      refundReturns: deps.texts(language, 'mail', `returns.${returnDestinationOf(payment)}`, { amount }),
      hasReason: reason === '' ? 'no' : 'yes',
      reason,
      refunded: usd(refund.refundedMinor),
      kept: usd(refund.keptMinor),
      total: usd(Number(order.total_minor)),
    },
    idempotencyKey: `order ${order.id} refunded ${refund.refundId ?? refund.keptMinor}`,
  }
}

/**
 * The mail about a parcel that leaves before or after the others, or about its incident; undefined if
 * the parcel was removed since.
 */
function composeParcelMail(
  deps: OrderMailDeps,
  mailed: MailedOrder,
  catalogue: Catalogue,
  { parcelId, incidentId }: Pick<OrderMailRequest, 'parcelId' | 'incidentId'>,
): ActionMail | undefined {
  const { order, lines, parcels } = mailed
  const parcel = parcels.find(({ id }) => id === parcelId)
  if (!parcel) return undefined

  const frame = mailFrame(deps, mailed, catalogue)
  const contents = parcelFacts([parcel], mailed, deps) ?? []
  const values = { number: order.number, parcel: parcel.number, tracking: trackingText(parcel, catalogue) }
  if (incidentId !== undefined) {
    return {
      ...frame,
      kind: 'order-parcel-exception',
      path: `/user/order/detail/${order.id}`,
      facts: [...incidentFacts(parcel, incidentId, deps, order.language), ...contents],
      values,
      idempotencyKey: `order ${order.id} parcel ${parcelId} incident ${incidentId}`,
    }
  }

  return {
    ...frame,
    kind: 'order-parcel-shipped',
    path: shipmentPath(mailed),
    facts: contents,
    values: {
      ...values,
      isComplete: isWhollyPacked(lines, parcels) ? 'yes' : 'no',
      isInspected: mailed.isInspected ? 'yes' : 'no',
    },
    idempotencyKey: `order ${order.id} parcel ${parcelId}`,
  }
}

/** Where an incident happened and what was reported about it, as far as it is known. */
function incidentFacts(
  { events }: ParcelDetails,
  incidentId: string,
  { texts }: Pick<Deps, 'texts'>,
  language: Language,
): MailFact[] {
  const { place = '', note = '' } = events.find(({ id }) => id === incidentId) ?? {}
  const facts = [
    { name: texts(language, 'mail', 'incident.place'), value: place },
    { name: texts(language, 'mail', 'incident.note'), value: note },
  ]
  return facts.filter(({ value }) => value !== '')
}

/** The mail about a promised day that breaks; undefined if the order ended or left since. */
function composeDelayMail(
  deps: OrderMailDeps,
  mailed: MailedOrder,
  catalogue: Catalogue,
  { id, cause, expectedDay, pieces }: MailedDelay,
): ActionMail | undefined {
  const { order, lines } = mailed
  if (!isBeingMade(order.status)) return undefined

  const { language } = order
  const nameOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.name ?? ''
  const lost = pieces.map(({ lineId, quantity }) => `${quantity} × ${nameOf(lineId)}`).join(', ')

  return {
    ...mailFrame(deps, mailed, catalogue),
    kind: 'order-delayed',
    path: `/user/order/detail/${order.id}`,
    facts: pieces.length > 0 ? [{ name: deps.texts(language, 'mail', 'piecesMadeAgain'), value: lost }] : undefined,
    values: {
      number: order.number,
      cause,
      promised: dayText(order.dates.ship, language),
      day: dayText(expectedDay, language),
    },
    idempotencyKey: `order ${order.id} delay ${id}`,
  }
}

/** What mails about a shipment open: the order's page, at the photos and reports of the inspection if it has any. */
const shipmentPath = ({ order, isInspected }: MailedOrder): string =>
  `/user/order/detail/${order.id}${isInspected ? '#inspections' : ''}`

/** Carrier and tracking number of a parcel, with the page that follows it. */
function trackingText(parcel: ParcelDetails, catalogue: Catalogue): string {
  const { carrier, tracking_number: trackingNumber } = parcel
  const name = catalogue.shipping.carriers.find(({ id }) => id === carrier)?.name ?? carrier
  return `${name} ${trackingNumber} ( ${trackingUrlOf(parcel, catalogue)} )`
}

/** What is in each parcel; undefined if nobody recorded it. */
function parcelFacts(
  parcels: readonly ParcelDetails[],
  { order, lines }: MailedOrder,
  { texts }: Pick<Deps, 'texts'>,
): MailFact[] | undefined {
  const recorded = parcels.filter((parcel) => parcel.lines.length > 0)
  if (recorded.length === 0) return undefined

  const nameOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.name ?? ''
  return recorded.map((parcel) => ({
    name: texts(order.language, 'mail', 'parcelContents', { parcel: parcel.number }),
    value: parcel.lines.map(({ orderLineId, quantity }) => `${quantity} × ${nameOf(orderLineId)}`).join(', '),
  }))
}

/** What the mail lists below its text: a bank account to copy, or what is in the parcels. */
function factsOf({ to_status: to }: MailEvent, mailed: MailedOrder, deps: OrderMailDeps): MailFact[] | undefined {
  if (to === 'payment_pending') return transferFacts(mailed, deps, mailed.order.language)
  return to === 'shipped' ? parcelFacts(mailed.parcels, mailed, deps) : undefined
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

/** The kind of mail about a status change, and the path that its button opens. */
function mailKind({ from_status: from, to_status: to }: MailEvent, mailed: MailedOrder) {
  const { order, original, payments } = mailed
  const { id } = order
  const detail = `/user/order/detail/${id}`
  const payment = `/checkout/payment?order=${id}`
  if (to === 'paid' && original) return { kind: 'after-sale-order', path: detail }
  if (to === 'awaiting_payment')
    return { kind: from === null ? 'order-awaiting-payment' : 'order-payment-failed', path: payment }
  if (to === 'payment_pending' && openTransfer(payments)) return { kind: 'order-bank-transfer', path: payment }
  if (to === 'shipped') return { kind: 'order-shipped', path: shipmentPath(mailed) }
  if (to === 'in_production' && from === 'quality_check') return { kind: 'order-remade', path: detail }

  return { kind: `order-${to.replaceAll('_', '-')}`, path: detail }
}

interface MailContext {
  language: Language
  catalogue: Catalogue
  points: number
}

/** The bank account, amount and reference of an open transfer, to copy one by one; undefined without one. */
function transferFacts(
  { payments }: MailedOrder,
  { config, texts }: Pick<Deps, 'config' | 'texts'>,
  language: Language,
): MailFact[] | undefined {
  const intent = openTransfer(payments)
  const bank = intent && paymentViewOf(intent, config).bank
  if (!bank) return undefined

  const fact = (name: string, value: string) => ({ name: texts(language, 'mail', `bank.${name}`), value })
  return [
    fact('amount', moneyText(bank.amountMinor, bank.currency, language)),
    fact('reference', bank.reference),
    fact('holder', bank.holder),
    fact('bank', bank.bank),
    fact('iban', groupedAccountNumber(bank.iban)),
    fact('swift', bank.swift),
    fact('until', dayText(bank.expiresAt, language)),
  ]
}

/** The promised dates, or later ones if the order has left too late to keep them. */
function journeyOf({ at, to_status: to }: MailEvent, order: OrderRow, catalogue: Catalogue): JourneyDates {
  const late = to === 'shipped' ? lateJourneyOf(order, workshopDate(at.getTime(), catalogue), catalogue) : null
  return late ?? order.dates
}

/** The values of all placeholders in order mails. */
function mailValues(event: MailEvent, mailed: MailedOrder, { catalogue, language, points }: MailContext) {
  const { order, original, payments, parcels } = mailed
  const usd = (minor: number) => moneyText(minor, 'USD', language)
  const totalMinor = Number(order.total_minor)
  const { refundedMinor } = sumCounted(countOrderPayments(mailed))
  const { deliveryEarliest, deliveryLatest } = journeyOf(event, order, catalogue)

  return {
    number: order.number,
    isReprint: original ? 'yes' : 'no',
    original: original?.number ?? '',
    workOrder: original?.workOrderNumber ?? '',
    total: usd(totalMinor),
    due: usd(dueMinorOf(order.status, totalMinor, paidUsd(payments))),
    refunded: usd(refundedMinor),
    ship: dayText(order.dates.ship, language),
    earliest: dayText(deliveryEarliest, language),
    latest: dayText(deliveryLatest, language),
    parcels: parcels.length,
    tracking: parcels.map((parcel) => trackingText(parcel, catalogue)).join(', '),
    isInspected: mailed.isInspected ? 'yes' : 'no',
    hasReason: event.reason === '' ? 'no' : 'yes',
    reason: event.reason,
    points,
    days: catalogue.loyalty.creditAfterDays,
  }
}

const countOrderPayments = ({ order, payments }: MailedOrder) =>
  countPayments({ totalMinor: Number(order.total_minor), isPaid: order.paid_at !== null }, payments)

/**
 * The refunds that a mail names. For a cancelled order these are the requested ones, because a job
 * refunds cards later; earlier refunds had their own mails.
 */
async function findReturns({ db }: OrderMailDeps, event: MailEvent, mailed: MailedOrder): Promise<OrderReturn[]> {
  if (event.to_status !== 'cancelled') {
    const refunded = countOrderPayments(mailed)
    return returnsByDestination(refunded.map(({ payment, refundedMinor }) => ({ payment, usdMinor: refundedMinor })))
  }

  const { order, payments } = mailed
  const refundIdFor = (intentId: string) => refundIdOf(cancellationRefundKey(order.id), intentId)
  const refundIds = payments.map(({ id }) => refundIdFor(id))
  const amounts = await readRefundAmounts(db, refundIds)

  return returnsByDestination(
    payments.map((payment) => ({ payment, usdMinor: amounts.get(refundIdFor(payment.id)) ?? 0 })),
  )
}

/** Names who gets which refund: not always the customer, because another person may have paid. */
function returnValues(
  returns: readonly OrderReturn[],
  { payments }: MailedOrder,
  { texts, language }: Pick<Deps, 'texts'> & { language: Language },
): Record<string, string> {
  const returnTexts = returns.map(({ to, usdMinor }) =>
    texts(language, 'mail', `returns.${to}`, { amount: moneyText(usdMinor, 'USD', language) }),
  )

  // A transfer that was asked for may be on its way although nothing has arrived.
  const transferEnded = payments.some(({ method }) => method === 'bank_transfer')

  return {
    hasReturns: returns.length === 0 ? 'no' : 'yes',
    returns: new Intl.ListFormat(language).format(returnTexts),
    transferEnded: transferEnded ? 'yes' : 'no',
  }
}

/** An order on credit is not paid yet: its mail says when it must be. */
function creditValues(credit: BillCredit | null, language: Language): Record<string, string> {
  if (!credit || credit.owedMinor === 0) return { onCredit: 'no', creditAmount: '', creditDue: '' }

  return {
    onCredit: 'yes',
    creditAmount: moneyText(credit.owedMinor, 'USD', language),
    creditDue: dayText(credit.dueAt, language),
  }
}
