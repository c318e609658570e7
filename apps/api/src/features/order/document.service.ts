import type { Language, OrderDocument } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Paper } from '#core/paper-maker.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import {
  documentsOf,
  getOrderCatalogue,
  getOrderDetails,
  type OrderReader,
} from '#features/order/order-view.service.ts'
import type { AdditionalCostDetails } from '#src/money/additional-cost-view.ts'
import { findBillCredit } from '#src/money/credit.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { costInvoice } from './additional-cost-paper.ts'
import type { OrderPaper, PaperFacts } from './order-paper.ts'
import { packingList } from './packing-list.ts'
import type { drawOrderPaper } from './paper-sheet.ts'
import { tradePaper } from './trade-paper.ts'

type DocumentDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'papers'>

const drawing: ThreadFunction<typeof drawOrderPaper> = {
  module: new URL('./paper-sheet.ts', import.meta.url).href,
  name: 'drawOrderPaper',
}

/**
 * A document of an order as a PDF in the reader's language. One that does not exist yet throws
 * `NOT_FOUND`.
 */
export async function createDocument(
  deps: DocumentDeps,
  orderId: string,
  reader: OrderReader,
  kind: OrderDocument,
  language: Language,
): Promise<Paper> {
  const details = await getOrderDetails(deps, orderId, reader)
  if (!documentsOf(details).includes(kind)) throw new AppError('NOT_FOUND')

  const compose = (facts: PaperFacts) => (kind === 'packing-list' ? packingList(facts) : tradePaper(kind, facts))
  const { order, payments } = details
  const credit = await findBillCredit(deps.db, order.customer_id, order, payments)
  return makePaper(deps, { details, credit }, language, compose)
}

/** The invoice of a paid additional cost; of an unpaid one it throws `NOT_FOUND`. */
export async function createCostInvoice(
  deps: DocumentDeps,
  cost: AdditionalCostDetails,
  reader: OrderReader,
  language: Language,
): Promise<Paper> {
  const details = await getOrderDetails(deps, cost.cost.order_id, reader)
  if (cost.cost.paid_at === null) throw new AppError('NOT_FOUND')

  const credit = await findBillCredit(deps.db, details.order.customer_id, cost.cost, cost.payments)
  return makePaper(deps, { details, credit }, language, (facts) => costInvoice(cost, facts))
}

function makePaper(
  deps: DocumentDeps,
  { details, credit }: Pick<PaperFacts, 'details' | 'credit'>,
  language: Language,
  compose: (facts: PaperFacts) => OrderPaper,
): Promise<Paper> {
  return deps.papers.make(details.order.customer_id, drawing, async () => {
    const words = await paperWords(language)
    const catalogue = await getOrderCatalogue(deps, details.order.catalogue_version)
    const paper = compose({ details, catalogue, config: deps.config, words, credit })

    return {
      fileName: paper.fileName,
      content: { paper, brand: deps.config.brand },
      language,
      madeAt: deps.clock(),
    }
  })
}
