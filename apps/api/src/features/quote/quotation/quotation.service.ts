import type { ProjectView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { findQuotedCustomer } from '#features/quote/rows/owner.repository.ts'
import { getCatalogue } from '#features/quote/settle/change-project.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import { findThumbnail } from '#features/upload/analysis/bodies.service.ts'
import type { Owner } from '#http/session.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { quotationContent } from './quotation-content.ts'
import type { Pictures } from './quotation-sheet.ts'

export type QuotationDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'files' | 'publicUrl'>

/** Pictures that are loaded and scaled concurrently. */
const concurrentPictures = 8

/** Thumbnails by id; lines with equal parts share theirs. */
async function loadPictures(deps: QuotationDeps, { lines }: ProjectView): Promise<Pictures> {
  const { imageForPdf } = await import('#adapters/images.ts')
  const ids = [...new Set(lines.flatMap(({ thumbnailId }) => thumbnailId ?? []))]
  const pictures = new Map<string, Buffer>()

  for (let from = 0; from < ids.length; from += concurrentPictures) {
    await Promise.all(
      ids.slice(from, from + concurrentPictures).map(async (id) => {
        const image = await findThumbnail(deps, id)
        const picture = image && (await imageForPdf(image))
        if (picture) pictures.set(id, picture)
      }),
    )
  }

  return pictures
}

/** The PDF quotation of a project, in the caller's language (product decisions, Documents). */
export async function makeQuotation(
  deps: QuotationDeps,
  owner: Owner,
  projectId: string,
  language: Language,
): Promise<{ bytes: Buffer; fileName: string }> {
  const project = await getProjectView(deps, owner, projectId)
  const catalogue = await getCatalogue(deps, { catalogue_version: project.catalogueVersion })

  const words = await paperWords(language)
  const now = deps.clock()
  const content = quotationContent(
    {
      project,
      catalogue,
      customer: await findQuotedCustomer(deps.db, owner),
      brand: deps.config.brand,
      termsUrl: `${deps.publicUrl}/manufacture/terms-of-use`,
      now,
    },
    words,
  )

  // Imported here because the PDF library would slow down every start.
  const { quotationPdf } = await import('./quotation-sheet.ts')
  const bytes = await quotationPdf(content, await loadPictures(deps, project), words, { now })

  return { bytes, fileName: words.say('quotation.fileName', { number: content.number }) }
}
