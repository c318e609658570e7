import type { Catalogue } from '@cotation/domain'
import type { Config } from '#core/config.ts'
import type { BillCredit } from '#src/money/credit.ts'
import { addressWords } from '#src/papers/address-words.ts'
import { countryName, type Words } from '#src/papers/paper-words.ts'
import type { Letterhead } from '#src/papers/sheet-frame.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'
import type { OrderDetails } from './order-view.repository.ts'

/** The content of a document about an order, as texts. */
export interface OrderPaper {
  number: string
  fileName: string
  /** The title that PDF readers show. */
  documentTitle: string
  letterhead: Letterhead
  tables: { title: string | null; table: SheetTable }[]
  /** Name and amount, top to bottom; the strong ones are results. */
  sums: PaperSum[]
  notes: { title: string; texts: string[] }[]
}

export interface PaperSum {
  name: string
  value: string
  strong?: boolean
}

/** Everything a document is made from. */
export interface PaperFacts {
  details: OrderDetails
  catalogue: Catalogue
  config: Config
  words: Words
  /** What is owed on credit for the order or additional cost that the document is about. */
  credit: BillCredit | null
}

/** Translates a key of the `papers` messages. */
export const translatorOf =
  ({ say }: Words) =>
  (key: string, values?: Record<string, string | number>) =>
    say(`papers.${key}`, values)

/** The country where the parts are made. */
export const originWords = ({ catalogue, words }: PaperFacts): string =>
  countryName(catalogue.shipping.origin.country, words.language)

/** The carrier's service that ships the order. */
export function carrierWords({ details: { order }, catalogue }: PaperFacts): string {
  return catalogue.shipping.carriers.find(({ id }) => id === order.carrier)?.service ?? order.carrier
}

/** Who the order is billed to, and where it goes, as they were when it was placed. */
export function partyBlocks({ details: { order }, words }: PaperFacts): Pick<Letterhead, 'left' | 'right'> {
  const say = translatorOf(words)

  return {
    left: { name: say('billTo'), texts: addressWords(order.billing_address, words), maxRowsPerText: 2 },
    right: { name: say('shipTo'), texts: addressWords(order.shipping_address, words), maxRowsPerText: 2 },
  }
}

/** The order number and the customer's own references. */
export function referenceWords({ details: { order, original }, words }: PaperFacts): [name: string, value: string][] {
  const say = translatorOf(words)
  const references: [name: string, value: string][] = [[say('order'), order.number]]
  if (original) references.push([say('originalOrder'), original.number], [say('workOrder'), original.workOrderNumber])
  if (order.po_number) references.push([say('poNumber'), order.po_number])

  const platformOrderNumber = order.entrust?.platformOrderNumber
  if (platformOrderNumber) references.push([say('platformOrder'), platformOrderNumber])
  return references
}

/** Kilograms to ten grams; below one kilogram, grams to a tenth. */
export function weightWords(grams: number, { words }: PaperFacts): string {
  const say = translatorOf(words)
  if (grams < 1000) return say('g', { weight: words.number(Math.round(grams * 10) / 10) })
  return say('kg', { weight: words.number(Math.round(grams / 10) / 100) })
}
