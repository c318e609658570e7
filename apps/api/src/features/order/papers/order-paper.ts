import type { Catalogue } from '@cotation/domain'
import type { Config } from '#core/config.ts'
import type { OrderDetails } from '#features/order/view/order-view.repository.ts'
import type { Words } from '#src/papers/paper-words.ts'
import type { Letterhead } from '#src/papers/sheet-frame.ts'
import type { SheetTable } from '#src/papers/sheet-table.ts'

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
}

/** Translates a key of the `papers` messages. */
export const translatorOf =
  ({ say }: Words) =>
  (key: string, values?: Record<string, string | number>) =>
    say(`papers.${key}`, values)
