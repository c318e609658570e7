import type { Carton } from '@cotation/pricing'
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
import { lineFacts } from './trade-paper.ts'

/** Carriers weigh to ten grams. */
const roundedKg = (value: number) => Math.round(value * 100) / 100

function lineTable(facts: PaperFacts): SheetTable {
  const { details, words } = facts
  const say = translatorOf(words)

  return {
    columns: [
      { name: say('column.line'), share: 5, align: 'left' },
      { name: say('column.part'), share: 80, align: 'left' },
      { name: say('column.quantity'), share: 15, align: 'right' },
    ],
    rows: details.lines.map((line, index) => [
      words.number(index + 1),
      { name: line.name, facts: lineFacts(line, facts, false) },
      words.number(line.quantity),
    ]),
  }
}

/** Equal cartons share a row: "2 to 5". */
function cartonTable({ details, words }: PaperFacts): SheetTable {
  const say = translatorOf(words)
  const content = ({ parts }: Carton) =>
    parts.map(({ part, quantity }) => {
      const name = details.lines[part]?.name ?? ''
      return say('carton.content', { quantity: words.number(quantity), line: part + 1, name })
    })

  let first = 1

  return {
    columns: [
      { name: say('column.carton'), share: 13, align: 'left' },
      { name: say('column.content'), share: 47, align: 'left' },
      { name: say('column.size'), share: 24, align: 'right' },
      { name: say('column.gross'), share: 16, align: 'right' },
    ],
    rows: details.order.total.shipping.cartons.map((carton) => {
      const last = first + carton.count - 1
      const name = carton.count === 1 ? words.number(first) : say('carton.range', { first, last })
      first = last + 1

      const [head = '', ...rest] = content(carton)

      return [
        name,
        { name: head, facts: rest },
        carton.sizeMm.map((side) => words.number(side / 10)).join(' × '),
        words.number(roundedKg(carton.weightKg)),
      ]
    }),
  }
}

function weightSums(facts: PaperFacts): PaperSum[] {
  const { details, words } = facts
  const say = translatorOf(words)
  const { cartons } = details.order.total.shipping
  const sumOf = (value: (carton: Carton) => number) =>
    cartons.reduce((sum, carton) => sum + carton.count * value(carton), 0)
  const netG = details.lines.reduce((sum, { ordered, quantity }) => sum + ordered.orderLine.weightG * quantity, 0)
  const cubicM = sumOf(({ sizeMm: [length, width, height] }) => (length * width * height) / 1e9)
  const parts = details.lines.reduce((sum, { quantity }) => sum + quantity, 0)

  return [
    { name: say('sum.parts'), value: words.number(parts) },
    { name: say('sum.cartons'), value: words.number(sumOf(() => 1)), strong: true },
    { name: say('sum.netWeight'), value: weightWords(netG, facts) },
    {
      name: say('sum.grossWeight'),
      value: weightWords(
        sumOf(({ weightKg }) => weightKg * 1000),
        facts,
      ),
      strong: true,
    },
    { name: say('sum.volume'), value: say('cubicMetres', { volume: words.preciseNumber(cubicM) }) },
  ]
}

/** What is in which carton, for the recipient and customs; without prices. */
export function packingList(facts: PaperFacts): OrderPaper {
  const { details, config, words } = facts
  const { order, events, parcels } = details
  const say = translatorOf(words)
  const number = say('packing-list.number', { order: order.number })
  const shippedAt = events.find(({ to_status }) => to_status === 'shipped')?.at ?? order.placed_at

  return {
    number,
    fileName: say('packing-list.fileName', { number }),
    documentTitle: say('packing-list.documentTitle', { number }),
    letterhead: {
      brand: config.brand.name,
      seller: sellerWords(config, words),
      title: say('packing-list.title'),
      heading: [
        [say('number'), number],
        [say('date'), words.day(shippedAt)],
        ...referenceWords(facts),
        [say('carrier'), carrierWords(facts)],
        [say('tracking'), parcels.map(({ tracking_number }) => tracking_number).join(', ')],
      ],
      ...partyBlocks(facts),
    },
    tables: [
      { title: null, table: lineTable(facts) },
      { title: say('cartons'), table: cartonTable(facts) },
    ],
    sums: weightSums(facts),
    notes: [
      {
        title: say('delivery.title'),
        texts: [
          say('delivery.incoterm', { place: facts.catalogue.shipping.origin.city, country: originWords(facts) }),
          say('delivery.origin', { country: originWords(facts) }),
          say('delivery.noPrices'),
        ],
      },
    ],
  }
}
