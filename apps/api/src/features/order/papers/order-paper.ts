import type { Catalogue } from '@cotation/domain'
import type { Config } from '#core/config.ts'
import type { OrderDetails } from '#features/order/view/order-view.repository.ts'
import type { Words } from '#src/papers/paper-words.ts'
import type { Letterhead } from '#src/papers/sheet-frame.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'

/** All that a paper about an order says, in words. */
export interface OrderPaper {
  number: string
  /** The name of the file, and what readers call the document. */
  fileName: string
  documentTitle: string
  letterhead: Letterhead
  tables: { title: string | null; table: SheetTable }[]
  /** Name and amount, in their order; the strong ones count. */
  sums: PaperSum[]
  notes: { title: string; texts: string[] }[]
}

export interface PaperSum {
  name: string
  value: string
  strong?: boolean
}

/** Everything a paper is made from. */
export interface PaperFacts {
  details: OrderDetails
  catalogue: Catalogue
  config: Config
  words: Words
}

/** A text of papers, by its name. */
export const sayer =
  ({ say }: Words) =>
  (key: string, values?: Record<string, string | number>) =>
    say(`papers.${key}`, values)
