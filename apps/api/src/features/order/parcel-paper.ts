import { hsCodeText, type PackedLine } from '@cotation/domain'
import { customsFactsOf } from '@cotation/pricing'
import { countryName } from '#src/papers/paper-words.ts'
import { sellerWords } from '#src/papers/seller-words.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import {
  type OrderPaper,
  originWords,
  type PaperFacts,
  type PaperSum,
  partyBlocks,
  referenceWords,
  translatorOf,
  weightWords,
} from './order-paper.ts'
import type { OrderLineRow, ParcelDetails } from './order-view.repository.ts'
import { lineFacts } from './trade-paper.ts'

/** What is in a parcel, with the ordered lines that the parts belong to. */
interface PackedPart extends PackedLine {
  line: OrderLineRow
  /** Counted from one, as on the order's documents. */
  position: number
}

function partsOf({ lines }: ParcelDetails, { details }: PaperFacts): PackedPart[] {
  return lines.flatMap((packed) => {
    const index = details.lines.findIndex(({ id }) => id === packed.orderLineId)
    const line = details.lines[index]
    return line ? [{ ...packed, line, position: index + 1 }] : []
  })
}

function contentTable(parts: readonly PackedPart[], facts: PaperFacts): SheetTable {
  const { words } = facts
  const say = translatorOf(words)

  return {
    columns: [
      { name: say('column.line'), share: 5, align: 'left' },
      { name: say('column.part'), share: 72, align: 'left' },
      { name: say('column.inParcel'), share: 11, align: 'right' },
      { name: say('column.ordered'), share: 12, align: 'right' },
    ],
    rows: parts.map(({ line, quantity, position }) => [
      words.number(position),
      { name: line.name, facts: lineFacts({ ...line, quantity }, facts, false) },
      words.number(quantity),
      words.number(line.quantity),
    ]),
  }
}

/** One row per line: what customs ask for. The values are those of the invoice. */
function customsTable(parts: readonly PackedPart[], facts: PaperFacts): SheetTable {
  const { catalogue, words } = facts
  const say = translatorOf(words)

  return {
    columns: [
      { name: say('column.line'), share: 5, align: 'left' },
      { name: say('column.hsCode'), share: 39, align: 'left' },
      { name: say('column.origin'), share: 20, align: 'left' },
      { name: say('column.net'), share: 18, align: 'right' },
      { name: say('column.value'), share: 18, align: 'right' },
    ],
    rows: parts.map(({ line, quantity, position }) => {
      const { orderLine } = line.ordered
      const customs = customsFactsOf({ ...orderLine, quantity }, catalogue)
      const commodity = customs
        ? `${hsCodeText(customs.commodity.hsCode)} ${customs.commodity.name[words.language]}`
        : ''
      const origin = customs?.origin ?? catalogue.shipping.origin.country

      return [
        words.number(position),
        commodity,
        countryName(origin, words.language),
        weightWords(orderLine.weightG * quantity, facts),
        words.money(quantity * Number(line.customs_unit_minor)),
      ]
    }),
  }
}

/** Length, width and height in centimetres; empty if nobody entered them. */
export function boxWords({ length_mm, width_mm, height_mm }: ParcelDetails, { words }: PaperFacts): string {
  if (length_mm === null || width_mm === null || height_mm === null) return ''

  const sides = [length_mm, width_mm, height_mm].map((side) => words.number(side / 10)).join(' × ')
  return translatorOf(words)('box', { sides })
}

function parcelSums(parcel: ParcelDetails, parts: readonly PackedPart[], facts: PaperFacts): PaperSum[] {
  const { words } = facts
  const say = translatorOf(words)
  const count = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const netG = parts.reduce((sum, { line, quantity }) => sum + line.ordered.orderLine.weightG * quantity, 0)
  const valueMinor = parts.reduce((sum, { line, quantity }) => sum + quantity * Number(line.customs_unit_minor), 0)
  const box = boxWords(parcel, facts)

  const sums: PaperSum[] = [
    { name: say('sum.parts'), value: words.number(count), strong: true },
    { name: say('sum.netWeight'), value: weightWords(netG, facts) },
  ]
  if (parcel.weight_g !== null)
    sums.push({ name: say('sum.grossWeight'), value: weightWords(parcel.weight_g, facts), strong: true })
  if (box !== '') sums.push({ name: say('sum.box'), value: box })
  sums.push({ name: say('sum.customsValue'), value: words.money(valueMinor) })
  return sums
}

/** The service of the carrier that takes the parcel. */
export function parcelCarrierWords({ carrier }: ParcelDetails, { catalogue }: PaperFacts): string {
  return catalogue.shipping.carriers.find(({ id }) => id === carrier)?.service ?? carrier
}

/** What is in one parcel, for its recipient and customs. */
export function parcelPackingList(parcel: ParcelDetails, facts: PaperFacts): OrderPaper {
  const { details, config, words } = facts
  const { order } = details
  const say = translatorOf(words)
  const number = say('packing-list.parcelNumber', { order: order.number, parcel: parcel.number })
  const parts = partsOf(parcel, facts)

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
        [say('date'), words.day(parcel.shipped_at ?? parcel.created_at)],
        ...referenceWords(facts),
        [say('parcel'), words.number(parcel.number)],
        [say('carrier'), parcelCarrierWords(parcel, facts)],
        [say('tracking'), parcel.tracking_number],
      ],
      ...partyBlocks(facts),
    },
    tables: [
      { title: null, table: contentTable(parts, facts) },
      { title: say('customs.title'), table: customsTable(parts, facts) },
    ],
    sums: parcelSums(parcel, parts, facts),
    notes: [
      {
        title: say('delivery.title'),
        texts: [
          say('delivery.incoterm', { place: facts.catalogue.shipping.origin.city, country: originWords(facts) }),
          say('customs.note'),
        ],
      },
    ],
  }
}
