import { catalogueAnswer, catalogueRoutes } from '@cotation/contracts'
import { sellingCatalogue } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { PublishedCatalogue } from '#core/catalogue-cache.ts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { PreparedAnswer } from '#http/prepared-answer.ts'

type CatalogueAnswer = PreparedAnswer<typeof catalogueAnswer>

export function serveCatalogue(serve: Serve, deps: Deps): void {
  const answers = new WeakMap<PublishedCatalogue, CatalogueAnswer>()

  function answerOf(published: PublishedCatalogue): CatalogueAnswer {
    const cached = answers.get(published)
    if (cached) return cached

    const { version, validFrom } = published
    // Never the stored catalogue itself: it contains production costs and margins.
    const catalogue = sellingCatalogue(published.catalogue)
    const answer = PreparedAnswer.of(catalogueAnswer, { version, validFrom: validFrom.toISOString(), catalogue })
    answers.set(published, answer)
    return answer
  }

  serve(catalogueRoutes.current, async () => answerOf(await deps.catalogues.inForce()))
  serve(catalogueRoutes.version, async ({ query }) => {
    const published = await deps.catalogues.find(query.version)
    if (!published) throw new AppError('NOT_FOUND')
    return answerOf(published)
  })
}
