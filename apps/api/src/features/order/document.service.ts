import type { Language, OrderDocument } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import {
  documentsOf,
  getOrderCatalogue,
  getOrderDetails,
  type OrderReader,
} from '#features/order/order-view.service.ts'
import type { AdditionalCostDetails } from '#src/money/additional-cost-view.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { costInvoice } from './additional-cost-paper.ts'
import type { OrderPaper, PaperFacts } from './order-paper.ts'
import type { OrderDetails } from './order-view.repository.ts'
import { packingList } from './packing-list.ts'
import { tradePaper } from './trade-paper.ts'

type DocumentDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db'>

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
): Promise<{ bytes: Buffer; fileName: string }> {
  const details = await getOrderDetails(deps, orderId, reader)
  if (!documentsOf(details).includes(kind)) throw new AppError('NOT_FOUND')

  const compose = (facts: PaperFacts) => (kind === 'packing-list' ? packingList(facts) : tradePaper(kind, facts))
  return drawPaper(deps, details, language, compose)
}

/** The invoice of a paid additional cost; of an unpaid one it throws `NOT_FOUND`. */
export async function createCostInvoice(
  deps: DocumentDeps,
  cost: AdditionalCostDetails,
  reader: OrderReader,
  language: Language,
): Promise<{ bytes: Buffer; fileName: string }> {
  const details = await getOrderDetails(deps, cost.cost.order_id, reader)
  if (cost.cost.paid_at === null) throw new AppError('NOT_FOUND')

  return drawPaper(deps, details, language, (facts) => costInvoice(cost, facts))
}

async function drawPaper(
  deps: DocumentDeps,
  details: OrderDetails,
  language: Language,
  compose: (facts: PaperFacts) => OrderPaper,
): Promise<{ bytes: Buffer; fileName: string }> {
  const words = await paperWords(language)
  const catalogue = await getOrderCatalogue(deps, details.order.catalogue_version)
  const content = compose({ details, catalogue, config: deps.config, words })

  // Loaded on demand: the PDF library would slow down every start.
  const { orderPaperPdf } = await import('./paper-sheet.ts')
  const bytes = await orderPaperPdf(content, words, { brand: deps.config.brand, now: deps.clock() })
  return { bytes, fileName: content.fileName }
}
