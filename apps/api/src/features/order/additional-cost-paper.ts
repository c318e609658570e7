import type { AdditionalCostDetails } from '#src/money/additional-cost-view.ts'
import { type CountedPayment, countPayments } from '#src/money/order-payments.ts'
import { sellerWords } from '#src/papers/seller-words.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import {
  type OrderPaper,
  type PaperFacts,
  type PaperSum,
  partyBlocks,
  referenceWords,
  translatorOf,
} from './order-paper.ts'
import { creditWords, dueDate, latePaymentWords, paidSums, paymentWords, refundWords } from './trade-paper.ts'

/** The invoice of a paid additional cost, on its order's addresses. */
export function costInvoice(costDetails: AdditionalCostDetails, facts: PaperFacts): OrderPaper {
  const { details, config, words } = facts
  const { cost } = costDetails
  const { order } = details
  const say = translatorOf(words)
  const number = say('invoice.number', { order: cost.number })
  const paid = paymentWords(countedPayments(costDetails), facts)
  const invoicedAt = cost.paid_at ?? cost.created_at
  const isDue = cost.refunded_at === null

  return {
    number,
    fileName: say('invoice.fileName', { number }),
    documentTitle: say('invoice.documentTitle', { number }),
    letterhead: {
      brand: config.brand.name,
      seller: sellerWords(config, words),
      title: say(cost.refunded_at ? 'invoice.creditedTitle' : 'invoice.title'),
      heading: [
        [say('number'), number],
        [say('date'), words.day(invoicedAt)],
        ...(isDue ? [dueDate(invoicedAt, facts)] : []),
        [say('additionalCost'), cost.number],
        ...referenceWords(facts),
      ],
      ...partyBlocks(facts),
    },
    tables: [{ title: null, table: itemTable(costDetails, facts) }],
    sums: costSums(costDetails, facts),
    notes: [
      ...creditedNotes(costDetails, facts),
      ...(paid.length > 0 ? [{ title: say('payments'), texts: paid }] : []),
      {
        title: say('terms.title'),
        texts: [
          words.say(`pricing.tax.${order.total.tax.reason}`),
          ...creditWords(facts),
          ...(isDue ? latePaymentWords(facts) : []),
        ],
      },
    ],
  }
}

/** What each payment has contributed to the additional cost. */
function countedPayments({ cost, payments }: AdditionalCostDetails): CountedPayment[] {
  return countPayments({ totalMinor: Number(cost.total_minor), isPaid: cost.paid_at !== null }, payments)
}

/** The first note of an invoice that was refunded, wholly or in part. */
function creditedNotes(costDetails: AdditionalCostDetails, { words }: PaperFacts): OrderPaper['notes'] {
  const { cost } = costDetails
  const say = translatorOf(words)
  const money = refundWords(countedPayments(costDetails), words)
  if (cost.refunded_at) return [{ title: say('credited.title'), texts: [say('credited.text'), ...money] }]
  return money.length > 0 ? [{ title: say('credited.partTitle'), texts: money }] : []
}

function itemTable({ cost, items }: AdditionalCostDetails, { words }: PaperFacts): SheetTable {
  const say = translatorOf(words)
  const reason = say(`costReason.${cost.reason}`)

  return {
    columns: [
      { name: say('column.line'), share: 5, align: 'left' },
      { name: say('column.part'), share: 75, align: 'left' },
      { name: say('column.linePrice'), share: 20, align: 'right' },
    ],
    rows: items.map(({ name, amount_minor }, index) => [
      words.number(index + 1),
      { name: name ?? say('wholeOrder'), facts: [reason] },
      words.money(Number(amount_minor)),
    ]),
  }
}

function costSums(costDetails: AdditionalCostDetails, facts: PaperFacts): PaperSum[] {
  const { cost } = costDetails
  const { details, words } = facts
  const say = translatorOf(words)
  const rate = words.number(details.order.total.tax.ratePercent)

  return [
    { name: say('sum.net'), value: words.money(Number(cost.net_minor)) },
    { name: say('sum.tax', { rate }), value: words.money(Number(cost.tax_minor)) },
    { name: say('sum.total'), value: words.money(Number(cost.total_minor)), strong: true },
    ...paidSums(countedPayments(costDetails), facts, cost.refunded_at ? 'nothing' : () => 0),
  ]
}
