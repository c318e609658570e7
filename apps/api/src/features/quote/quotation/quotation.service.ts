import type { ProjectView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { spendBudget } from '#core/guards.ts'
import type { LoadedPictures, Paper } from '#core/paper-maker.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import { findUsualBilling } from '#features/address/address.service.ts'
import { findQuotedCustomer } from '#features/quote/rows/owner.repository.ts'
import { getCatalogue } from '#features/quote/settle/change-project.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import { findThumbnail } from '#features/upload/analysis/bodies.service.ts'
import type { Owner } from '#http/session.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { type BilledCustomer, quotationContent } from './quotation-content.ts'
import type { drawQuotation } from './quotation-sheet.ts'

export type QuotationDeps = Pick<
  Deps,
  'catalogues' | 'clock' | 'config' | 'db' | 'files' | 'limiter' | 'papers' | 'publicUrl' | 'thumbnails'
>

const drawing: ThreadFunction<typeof drawQuotation> = {
  module: new URL('./quotation-sheet.ts', import.meta.url).href,
  name: 'drawQuotation',
}

/** Pictures that are loaded and scaled concurrently. */
const concurrentPictures = 8

/** Thumbnails by the key that a line names; lines with equal parts share theirs. */
async function loadPictures(deps: QuotationDeps, { lines }: ProjectView): Promise<LoadedPictures> {
  const { imageForPdf } = await import('#adapters/images.ts')
  const keys = [...new Set(lines.flatMap(({ thumbnailId }) => thumbnailId ?? []))]
  const pictures = new Map<string, Buffer>()

  for (let from = 0; from < keys.length; from += concurrentPictures) {
    await Promise.all(
      keys.slice(from, from + concurrentPictures).map(async (key) => {
        const opened = deps.thumbnails.open(key)
        const image = opened && (await findThumbnail(deps, opened.thumbnailId))
        const picture = image && (await imageForPdf(image))
        if (picture) pictures.set(key, picture)
      }),
    )
  }

  return { pictures, isComplete: pictures.size === keys.length }
}

/** Who the quotation is made out to; undefined for a visitor. */
async function findBilledCustomer({ db }: QuotationDeps, owner: Owner): Promise<BilledCustomer | undefined> {
  const customer = await findQuotedCustomer(db, owner)
  if (!customer) return undefined

  const { id, isCompany, ...names } = customer
  return { ...names, billing: isCompany ? await findUsualBilling(db, id) : null }
}

interface QuotationCaller {
  owner: Owner
  /** What limits of visitors count by. */
  network: string
  language: Language
}

/** The PDF quotation of a project, in the caller's language (product decisions, Documents). */
export async function makeQuotation(
  deps: QuotationDeps,
  { owner, network, language }: QuotationCaller,
  projectId: string,
): Promise<Paper> {
  if (owner.customerId === null) await countVisitorPaper(deps, network)

  return deps.papers.make(turnOf(owner, network), drawing, async () => {
    const project = await getProjectView(deps, owner, projectId)
    const catalogue = await getCatalogue(deps, { catalogue_version: project.catalogueVersion })

    const words = await paperWords(language)
    const madeAt = deps.clock()
    const content = quotationContent(
      {
        project,
        catalogue,
        customer: await findBilledCustomer(deps, owner),
        brand: deps.config.brand,
        vatNumber: deps.config.vatNumber,
        termsUrl: `${deps.publicUrl}/manufacture/terms-of-use`,
        now: madeAt,
      },
      words,
    )

    return {
      fileName: words.say('quotation.fileName', { number: content.number }),
      content,
      language,
      madeAt,
      loadPictures: () => loadPictures(deps, project),
    }
  })
}

/** Tokens of visitors are free: all visitors of a network take one turn together (B2). */
const turnOf = ({ customerId }: Owner, network: string): string => customerId ?? `network ${network}`

/** Twice what one visitor may ask for, so that an office behind one address is served. */
const visitorBudget = { max: 120, windowSeconds: 600 }

async function countVisitorPaper(deps: QuotationDeps, network: string): Promise<void> {
  await spendBudget(deps, `quotation of visitors ${network}`, visitorBudget)
}
