import {
  groupedAccountNumber,
  isCancelledOrRefunded,
  isUnpaid,
  type OrderStatus,
  partsMinorOf,
  type ServiceId,
} from '@cotation/domain'
import type { BillCredit } from '#src/money/credit.ts'
import {
  type CountedPayment,
  countPayments,
  dueMinorOf,
  inPaymentCurrency,
  openTransfer,
  sumCounted,
  usdOf,
} from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { choiceFacts } from '#src/papers/choice-facts.ts'
import { customsTexts } from '#src/papers/customs-facts.ts'
import type { Words } from '#src/papers/paper-words.ts'
import { sellerWords } from '#src/papers/seller-words.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import {
  carrierWords,
  type OrderPaper,
  originWords,
  type PaperFacts,
  type PaperSum,
  partyBlocks,
  referenceWords,
  translatorOf,
  weightWords,
} from './order-paper.ts'
import type { OrderLineRow } from './order-view.repository.ts'

/** The price of a service in the line, or that it costs nothing more. An expert prices the whole line. */
function pricedService({ ordered }: OrderLineRow, service: string, id: ServiceId, words: Words): string {
  const say = translatorOf(words)
  const terms = ordered.manual ? [] : (ordered.price?.breakdown ?? []).filter(({ term }) => term === id)
  const minor = terms.reduce((sum, term) => sum + term.minor, 0)
  if (minor === 0) return say('service.included', { service })

  return say('service.priced', { service, price: words.money(minor) })
}

/** The description of a line for buyer and customs; a packing list has no prices. */
export function lineFacts(line: OrderLineRow, facts: PaperFacts, hasPrices: boolean): string[] {
  const { words } = facts
  const { ordered, quantity } = line
  const { configuration, price, orderLine } = ordered
  const [length = 0, width = 0, thickness = 0] = ordered.part?.sizeMm ?? orderLine.sizeMm
  const size = { length: words.number(length), width: words.number(width), thickness: words.number(thickness) }
  const priced = (service: string, id: ServiceId) => pricedService(line, service, id, words)

  return [
    words.say('quotation.fact.size', size),
    ...(configuration ? choiceFacts(configuration, price?.process, facts, hasPrices ? priced : undefined) : []),
    ...customsTexts({ ...orderLine, quantity }, facts),
    translatorOf(words)('netWeight', { weight: weightWords(orderLine.weightG * quantity, facts) }),
  ]
}

function lineTable(facts: PaperFacts): SheetTable {
  const { details, words } = facts
  const say = translatorOf(words)

  return {
    columns: [
      { name: say('column.line'), share: 5, align: 'left' },
      { name: say('column.part'), share: 48, align: 'left' },
      { name: say('column.quantity'), share: 11, align: 'right' },
      { name: say('column.unitPrice'), share: 18, align: 'right' },
      { name: say('column.linePrice'), share: 18, align: 'right' },
    ],
    rows: details.lines.map((line, index) => [
      words.number(index + 1),
      { name: line.name, facts: lineFacts(line, facts, true) },
      words.number(line.quantity),
      words.money(Number(line.unit_minor)),
      words.money(Number(line.total_minor)),
    ]),
  }
}

function notesOf(kind: TradeKind, facts: PaperFacts): OrderPaper['notes'] {
  const { details, catalogue, words } = facts
  const { order } = details
  const { language } = words
  const say = translatorOf(words)
  const { wording } = catalogue.shipping
  const payments = paymentWords(countedPayments(facts), facts)
  const isOver = isOverOf(facts)
  const isToPay = kind === 'pro-forma' && isUnpaid(order.status)

  return [
    ...(kind === 'invoice' ? invoiceEndNotes(facts) : []),
    ...(payments.length > 0 ? [{ title: say('payments'), texts: payments }] : []),
    ...(isToPay ? [{ title: say('bank.title'), texts: bankWords(facts) }] : []),
    {
      title: say('delivery.title'),
      texts: [
        wording.exw[language],
        ...(order.freight_account ? [wording.freightCollect[language]] : []),
        ...(isOver ? [] : deliveryDates(facts)),
        say('delivery.origin', { country: originWords(facts) }),
      ],
    },
    {
      title: say('terms.title'),
      texts: [...sumNotes(facts), say('terms.rounding'), ...kindTerms(kind, facts)],
    },
  ]
}

/** The terms of one kind of document. Nothing can be late once the order is over. */
function kindTerms(kind: TradeKind, facts: PaperFacts): string[] {
  if (kind === 'pro-forma') return proFormaWords(facts)
  return isOverOf(facts) ? [] : latePaymentWords(facts)
}

/**
 * What the French commercial code (L. 441-9 and L. 441-10) asks for on invoices: discount for early
 * payment, interest on late payments and the flat recovery cost. Sellers elsewhere have other rules.
 */
export function latePaymentWords({ config, words }: PaperFacts): string[] {
  if (config.brand.legal?.country !== 'FR') return []

  const say = translatorOf(words)
  const percent = config.latePaymentPercent
  const rate = percent === null ? say('late.statutoryRate') : say('late.agreedRate', { rate: words.number(percent) })
  return [say('late.terms', { rate })]
}

/** When the order was cancelled. Its status does not say so once the money is refunded. */
const cancelledAt = (facts: PaperFacts): Date | undefined => reachedAt(facts, 'cancelled')

/** Whether the order was cancelled or wholly refunded: nothing is delivered or due any more. */
const isOverOf = ({ details }: PaperFacts): boolean => isCancelledOrRefunded(details.order.status)

/** The title says first if an invoice has no effect any more. A cancelled order has no pro-forma. */
function titleKey(kind: TradeKind, facts: PaperFacts): string {
  if (kind === 'pro-forma') return 'pro-forma.title'
  if (cancelledAt(facts)) return 'invoice.cancelledTitle'
  return isOverOf(facts) ? 'invoice.creditedTitle' : 'invoice.title'
}

/** The first note of an invoice whose order was cancelled or refunded, or that was refunded in part. */
function invoiceEndNotes(facts: PaperFacts): OrderPaper['notes'] {
  const { words } = facts
  const say = translatorOf(words)
  const at = cancelledAt(facts)
  const money = refundWords(countedPayments(facts), words)

  if (at)
    return [{ title: say('cancelled.title'), texts: [say('cancelled.invoice', { date: words.day(at) }), ...money] }]
  if (isOverOf(facts)) return [{ title: say('credited.title'), texts: [say('credited.text'), ...money] }]
  return money.length > 0 ? [{ title: say('credited.partTitle'), texts: money }] : []
}

/** What each payment has contributed to the order. */
function countedPayments({ details: { order, payments } }: PaperFacts): CountedPayment[] {
  return countPayments({ totalMinor: Number(order.total_minor), isPaid: order.paid_at !== null }, payments)
}

/** What was refunded of the bill; nothing if nothing was. */
export function refundWords(payments: readonly CountedPayment[], words: Words): string[] {
  const { refundedMinor } = sumCounted(payments)
  return refundedMinor === 0 ? [] : [translatorOf(words)('credited.amount', { amount: words.money(refundedMinor) })]
}

/** When the order last reached a status; undefined if it has not. */
const reachedAt = ({ details }: PaperFacts, status: OrderStatus): Date | undefined =>
  details.events.findLast(({ to_status }) => to_status === status)?.at

/**
 * When the order was shipped and delivered, or else the promised dates. Those of an unpaid order count
 * from the day of its payment.
 */
function deliveryDates(facts: PaperFacts): string[] {
  const { details, words } = facts
  const { dates, status, placed_at: placedAt } = details.order
  const say = translatorOf(words)

  const shippedAt = reachedAt(facts, 'shipped')
  const deliveredAt = reachedAt(facts, 'delivered')
  if (shippedAt && deliveredAt)
    return [say('delivery.delivered', { ship: words.day(shippedAt), delivered: words.day(deliveredAt) })]

  const expected = { earliest: words.day(dates.deliveryEarliest), latest: words.day(dates.deliveryLatest) }
  if (shippedAt) return [say('delivery.shipped', { ship: words.day(shippedAt), ...expected })]

  const planned = say('delivery.dates', {
    ship: words.day(dates.ship),
    ...expected,
  })
  if (!isUnpaid(status)) return [planned]

  return [planned, say('delivery.fromPayment', { date: words.day(placedAt) })]
}

/** Whether the pro-forma is still to be paid or has been invoiced. A reprint is never paid nor invoiced. */
function proFormaWords(facts: PaperFacts): string[] {
  const { details, words } = facts
  const { order } = details
  const say = translatorOf(words)
  const noInvoice = say('terms.proForma.noInvoice')
  if (order.original_order_id !== null) return [noInvoice]
  if (order.paid_at === null) return [say('terms.proForma.unpaid'), noInvoice]

  const invoice = say('invoice.number', { order: order.number })
  return [say('terms.proForma.invoiced', { invoice }), noInvoice]
}

type TradeKind = 'pro-forma' | 'invoice'

/** The pro-forma of an order that was not cancelled, or the invoice of a paid one. */
export function tradePaper(kind: TradeKind, facts: PaperFacts): OrderPaper {
  const { details, config, words } = facts
  const { order } = details
  const say = translatorOf(words)
  const number = say(`${kind}.number`, { order: order.number })
  const date = kind === 'invoice' ? (order.paid_at ?? order.placed_at) : order.placed_at
  const isDue = kind === 'invoice' && !isOverOf(facts)

  return {
    number,
    fileName: say(`${kind}.fileName`, { number }),
    documentTitle: say(`${kind}.documentTitle`, { number }),
    letterhead: {
      brand: config.brand.name,
      seller: sellerWords(config, words),
      title: say(titleKey(kind, facts)),
      heading: [
        [say('number'), number],
        [say('date'), words.day(date)],
        ...(isDue ? [dueDate(date, facts)] : []),
        ...(kind === 'invoice' ? deliveryDate(facts) : []),
        ...referenceWords(facts),
      ],
      ...partyBlocks(facts),
    },
    tables: [{ title: null, table: lineTable(facts) }],
    sums: tradeSums(facts),
    notes: notesOf(kind, facts),
  }
}

/** The day by which an invoice is to be paid. Without credit it is paid before it is made out. */
export function dueDate(invoicedAt: Date, { credit, words }: PaperFacts): [name: string, value: string] {
  return [translatorOf(words)('dueDate'), words.day(credit?.dueAt ?? invoicedAt)]
}

/** The day of delivery, once it is known. */
function deliveryDate(facts: PaperFacts): [name: string, value: string][] {
  const { words } = facts
  const deliveredAt = reachedAt(facts, 'delivered')
  return deliveredAt ? [[translatorOf(words)('deliveryDate'), words.day(deliveredAt)]] : []
}

/** Every term of the total and what was paid; they add up to the cent. */
function tradeSums(facts: PaperFacts): PaperSum[] {
  const { details, words } = facts
  const { order } = details
  const { total } = order
  const say = translatorOf(words)
  const { money } = words
  const partsKey = total.servicesMinor > 0 ? 'sum.goodsAndServices' : 'sum.goods'
  const carriageKey = order.freight_account ? 'sum.freightCollect' : 'sum.shipping'
  const carriage = say(carriageKey, { carrier: carrierWords(facts) })
  const discountName = details.couponCode ? say('sum.coupon', { code: details.couponCode }) : say('sum.discount')
  const totalMinor = Number(order.total_minor)
  const term = (name: string, minor: number): PaperSum[] => (minor === 0 ? [] : [{ name, value: money(minor) }])

  return [
    { name: say(partsKey), value: money(partsMinorOf(total)) },
    ...term(say('sum.smallOrder'), total.smallOrderMinor),
    ...term(levelDiscountWords(facts), -(total.levelDiscount?.minor ?? 0)),
    ...term(discountName, -total.discountMinor),
    { name: carriage, value: money(total.shipping.minor) },
    ...term(say('sum.shippingDiscount'), -total.shipping.discountMinor),
    { name: say('sum.net'), value: money(total.tax.baseMinor) },
    { name: say('sum.tax', { rate: words.number(total.tax.ratePercent) }), value: money(total.tax.minor) },
    { name: say('sum.total'), value: money(totalMinor), strong: true },
    ...paidSums(
      countedPayments(facts),
      facts,
      isOverOf(facts) ? 'nothing' : (kept) => dueMinorOf(order.status, totalMinor, kept),
    ),
  ]
}

/**
 * What was paid, refunded and is left to pay. `dueAfter` returns what is due once `keptMinor` was paid and
 * kept; of a cancelled or refunded bill nothing is due.
 */
export function paidSums(
  payments: readonly CountedPayment[],
  { words, credit }: Pick<PaperFacts, 'words' | 'credit'>,
  dueAfter: ((keptMinor: number) => number) | 'nothing',
): PaperSum[] {
  const say = translatorOf(words)
  const { money } = words
  const received = sumCounted(payments.filter(({ payment }) => payment.method !== 'credit'))
  const keptMinor = sumCounted(payments).keptMinor

  // Credit is owed until it is settled: the purchase is paid, but its invoice is not.
  const owedMinor = credit?.owedMinor ?? 0
  const dueMinor = dueAfter === 'nothing' ? 0 : owedMinor + dueAfter(keptMinor)

  const paidMinor = received.paidMinor + settledCreditMinor(payments, credit)
  const { refundedMinor } = received

  return [
    ...(paidMinor === 0 ? [] : [{ name: say('sum.paid'), value: money(paidMinor) }]),
    ...(refundedMinor === 0 ? [] : [{ name: say('sum.refunded'), value: money(-refundedMinor) }]),
    { name: say('sum.due'), value: money(dueMinor), strong: true },
  ]
}

/** What was bought on credit and has been settled since. */
function settledCreditMinor(payments: readonly CountedPayment[], credit: BillCredit | null): number {
  const { keptMinor } = sumCounted(payments.filter(({ payment }) => payment.method === 'credit'))
  return Math.max(0, keptMinor - (credit?.owedMinor ?? 0))
}

function levelDiscountWords({ details, words }: PaperFacts): string {
  const { levelDiscount } = details.order.total
  if (!levelDiscount) return ''

  const level = words.say(`pricing.levels.${levelDiscount.level}`)
  return words.say('pricing.levelDiscount', { level, percent: levelDiscount.percent })
}

/** The reason for the VAT, the amount in the buyer's currency, and the day when credit is due. */
function sumNotes(facts: PaperFacts): string[] {
  const { details, words } = facts
  const { order, original } = details
  const say = translatorOf(words)
  if (original) return [say('reprint', { order: original.number, value: words.money(original.valueMinor) })]

  const { display } = order.total

  const notes = [words.say(`pricing.tax.${order.total.tax.reason}`)]
  if (display.currency !== 'USD')
    notes.push(say('displayed', { amount: words.money(display.totalMinor, display.currency) }))
  return [...notes, ...creditWords(facts)]
}

/** When a purchase on credit is due; nothing once it is settled. */
export function creditWords({ credit, words }: Pick<PaperFacts, 'words' | 'credit'>): string[] {
  if (!credit || credit.owedMinor === 0) return []

  const { owedMinor, dueAt } = credit
  return [translatorOf(words)('creditDue', { amount: words.money(owedMinor), date: words.day(dueAt) })]
}

/** How something was paid: one text per payment that counts, and the credit that was settled. */
export function paymentWords(
  payments: readonly CountedPayment[],
  { words, credit }: Pick<PaperFacts, 'words' | 'credit'>,
): string[] {
  const say = translatorOf(words)
  const texts = payments
    .filter(({ payment, paidMinor }) => payment.method !== 'credit' && paidMinor > 0)
    .map(({ payment, paidMinor }) =>
      say('payment', {
        method: say(`method.${payment.method}`),
        amount: words.money(amountPaid(payment, paidMinor), payment.currency),
        date: words.day(payment.closed_at ?? payment.created_at),
      }),
    )

  const settledMinor = settledCreditMinor(payments, credit)
  return settledMinor === 0 ? texts : [...texts, say('creditSettled', { amount: words.money(settledMinor) })]
}

/** The amount in the payment's currency; what was received, unless a part of it went back. */
function amountPaid(payment: CountedPayment['payment'], paidMinor: number): number {
  const capturedMinor = Number(payment.captured_minor)
  return paidMinor === usdOf(payment, capturedMinor) ? capturedMinor : inPaymentCurrency(payment, paidMinor)
}

/** The bank account for a transfer, and its reference once the transfer was chosen. */
function bankWords({ details: { payments }, config, words }: PaperFacts): string[] {
  const say = translatorOf(words)
  const open = openTransfer(payments)
  const chosen = open && paymentViewOf(open, config).bank
  const account = chosen ?? config.bankAccounts.find(({ currency }) => currency === 'USD')
  if (!account) return []

  const { holder, bank, iban, swift } = account
  const texts = [
    say('bank.holder', { holder }),
    say('bank.bank', { bank }),
    say('bank.iban', { iban: groupedAccountNumber(iban) }),
    say('bank.swift', { swift }),
  ]
  if (!chosen) return [...texts, say('bank.noReference')]

  const { amountMinor, currency, reference, expiresAt } = chosen
  const amount = words.money(amountMinor, currency)
  const date = words.day(expiresAt)
  return [...texts, say('bank.reference', { reference }), say('bank.amount', { amount, date }), say('bank.charges')]
}
