import type { Language, ParcelDocument } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Paper } from '#core/paper-maker.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { getOrderCatalogue, getOrderDetails, type OrderReader } from './order-view.service.ts'
import type { drawOrderPaper } from './paper-sheet.ts'
import { findParcel } from './parcel.repository.ts'
import { type drawLabel, parcelLabel } from './parcel-label.ts'
import { parcelPackingList } from './parcel-paper.ts'

type DocumentDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'papers'>

const drawingOfList: ThreadFunction<typeof drawOrderPaper> = {
  module: new URL('./paper-sheet.ts', import.meta.url).href,
  name: 'drawOrderPaper',
}

const drawingOfLabel: ThreadFunction<typeof drawLabel> = {
  module: new URL('./parcel-label.ts', import.meta.url).href,
  name: 'drawLabel',
}

interface WantedDocument {
  orderId: string
  parcelId: string
  kind: ParcelDocument
}

/** A document of one parcel. Parcels of other customers and other orders throw `NOT_FOUND`. */
export async function createParcelDocument(
  deps: DocumentDeps,
  { orderId, parcelId, kind }: WantedDocument,
  reader: OrderReader,
  language: Language,
): Promise<Paper> {
  const details = await getOrderDetails(deps, orderId, reader)
  const parcel = details.parcels.find(({ id }) => id === parcelId)
  if (!parcel) throw new AppError('NOT_FOUND')

  const { config } = deps
  const catalogue = await getOrderCatalogue(deps, details.order.catalogue_version)
  const facts = { details, catalogue, config, words: await paperWords(language), credit: null }
  const owner = details.order.customer_id
  const madeAt = deps.clock()

  if (kind === 'label') {
    const content = parcelLabel(parcel, facts)
    const fileName = `label-${details.order.number}-${parcel.number}.pdf`
    return deps.papers.make(owner, drawingOfLabel, () => Promise.resolve({ fileName, content, language, madeAt }))
  }

  const paper = parcelPackingList(parcel, facts)
  const content = { paper, brand: config.brand }
  return deps.papers.make(owner, drawingOfList, () =>
    Promise.resolve({ fileName: paper.fileName, content, language, madeAt }),
  )
}

/** The same for a member of staff. Every download is in the audit. */
export async function downloadParcelDocument(
  deps: DocumentDeps,
  staffId: string,
  { parcelId, kind }: Pick<WantedDocument, 'parcelId' | 'kind'>,
  language: Language,
): Promise<Paper> {
  const parcel = await findParcel(deps.db, parcelId)
  if (!parcel) throw new AppError('NOT_FOUND')

  const paper = await createParcelDocument(deps, { orderId: parcel.order_id, parcelId, kind }, 'staff', language)
  await deps.db.transaction().execute((trx) =>
    recordAudit(trx, {
      staffId,
      action: 'file.downloaded',
      subject: { kind: 'parcel', id: parcelId },
      after: { document: kind },
    }),
  )
  return paper
}
