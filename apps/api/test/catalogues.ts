import type { Catalogue } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { publishDraft, saveDraft } from '#features/catalogue/catalogue.service.ts'
import type { TestApp } from './app.ts'

export const packagedVersion = packagedCatalogue.version

/** The packaged catalogue as another version with another market position, so all prices differ. */
export function aCatalogue(version: string, marketPosition = 1.2): Catalogue {
  const { selling } = packagedCatalogue
  const rateCards = { ...selling.rateCards, cn: { ...selling.rateCards.cn, marketPosition } }
  return { ...packagedCatalogue, version, selling: { ...selling, rateCards } }
}

export async function aDraft(app: TestApp, version: string, marketPosition?: number): Promise<string> {
  const text = JSON.stringify(aCatalogue(version, marketPosition))
  await saveDraft(app.deps, text, { author: 'Zoé', comment: 'Matières en hausse' })
  return version
}

/** A published version, in force from now or from a later time. */
export async function aPublishedCatalogue(app: TestApp, version: string, from: Date | null = null): Promise<string> {
  await publishDraft(app.deps, await aDraft(app, version), from)
  return version
}
