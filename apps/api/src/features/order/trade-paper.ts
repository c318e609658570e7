import { isUnpaid } from '@cotation/domain'
import type { OrderLineRow } from '#features/order/order-view.repository.ts'
import { choiceFacts } from '#src/papers/choice-facts.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import {
  addressWords,
  type OrderPaper,
  originWords,
  type PaperFacts,
  referenceWords,
  sellerWords,
  translatorOf,
  weightWords,
} from './order-paper.ts'
import { bankWords, paymentWords, sumNotes, tradeSums } from './trade-sums.ts'

/** The description of a line for buyer and customs. */
export function lineFacts({ ordered, quantity }: OrderLineRow, facts: PaperFacts): string[] {
  const { words } = facts
  const { configuration, price, orderLine } = ordered
  const [length = 0, width = 0, thickness = 0] = ordered.part?.sizeMm ?? orderLine.sizeMm
  const size = { length: words.number(length), width: words.number(width), thickness: words.number(thickness) }

  return [
    words.say('quotation.fact.size', size),
    ...(configuration ? choiceFacts(configuration, price?.process, facts) : []),
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
      { name: line.name, facts: lineFacts(line, facts) },
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
  const payments = paymentWords(facts)
  const isToPay = kind === 'pro-forma' && isUnpaid(order.status)

  return [
    ...(payments.length > 0 ? [{ title: say('payments'), texts: payments }] : []),
    ...(isToPay ? [{ title: say('bank.title'), texts: bankWords(facts) }] : []),
    {
      title: say('delivery.title'),
      texts: [
        wording.exw[language],
        ...(order.freight_account ? [wording.freightCollect[language]] : []),
        say('delivery.dates', {
          ship: words.day(order.dates.ship),
          earliest: words.day(order.dates.deliveryEarliest),
          latest: words.day(order.dates.deliveryLatest),
        }),
        say('delivery.origin', { country: originWords(facts) }),
      ],
    },
    {
      title: say('terms.title'),
      texts: [...sumNotes(facts), say('terms.rounding'), ...(kind === 'pro-forma' ? [say('terms.proForma')] : [])],
    },
  ]
}

type TradeKind = 'pro-forma' | 'invoice'

/** The pro-forma of any order, or the invoice of a paid one. */
export function tradePaper(kind: TradeKind, facts: PaperFacts): OrderPaper {
  const { details, config, words } = facts
  const { order } = details
  const say = translatorOf(words)
  const number = say(`${kind}.number`, { order: order.number })
  const date = kind === 'invoice' ? (order.paid_at ?? order.placed_at) : order.placed_at

  return {
    number,
    fileName: say(`${kind}.fileName`, { number }),
    documentTitle: say(`${kind}.documentTitle`, { number }),
    letterhead: {
      brand: config.brand.name,
      seller: sellerWords(facts),
      title: say(`${kind}.title`),
      heading: [[say('number'), number], [say('date'), words.day(date)], ...referenceWords(facts)],
      left: { name: say('billTo'), texts: addressWords(order.billing_address, facts), maxRowsPerText: 2 },
      right: { name: say('shipTo'), texts: addressWords(order.shipping_address, facts), maxRowsPerText: 2 },
    },
    tables: [{ title: null, table: lineTable(facts) }],
    sums: tradeSums(facts),
    notes: notesOf(kind, facts),
  }
}
