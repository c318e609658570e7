import {
  type Catalogue,
  findMaterial,
  type Material,
  type PartMeasures,
  type ProcessId,
  type RateCard,
  type RateCardId,
} from '@cotation/domain'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import type { CostModel, CostRequest, CostTerm, CostTermId } from './cost-model.ts'

/** The housing of the catalogue's examples, 100 × 60 × 30 mm, with the changes of a test. */
export function housing(changes: Partial<PartMeasures> = {}): PartMeasures {
  return {
    volumeMm3: 50_000,
    areaMm2: 33_000,
    sizeMm: [100, 60, 30],
    freeformShare: 0,
    setups: 2,
    holes: [],
    turning: { turned: true, diameterMm: 60, lengthMm: 100, operations: 4, liveFeatures: 1 },
    undercutPercent: 0,
    ...changes,
  }
}

/** The same shape, `factor` times as large in every direction. */
export function scaled(part: PartMeasures, factor: number): PartMeasures {
  const [length, width, thickness] = part.sizeMm
  return {
    ...part,
    volumeMm3: part.volumeMm3 * factor ** 3,
    areaMm2: part.areaMm2 * factor ** 2,
    sizeMm: [length * factor, width * factor, thickness * factor],
    holes: part.holes.map(({ diameterMm, depthMm, through, wallMm }) => ({
      diameterMm: diameterMm * factor,
      depthMm: depthMm * factor,
      through,
      wallMm: wallMm === undefined ? undefined : wallMm * factor,
    })),
    turning: {
      ...part.turning,
      diameterMm: part.turning.diameterMm * factor,
      lengthMm: part.turning.lengthMm * factor,
    },
  }
}

export function materialOf(id: string): Material {
  const material = findMaterial(packagedCatalogue, id)
  if (!material) throw new Error(`no material ${id}`)
  return material
}

/** A request with the packaged figures of a process and the changes of a test. */
export function requestFor<P extends ProcessId>(
  processId: P,
  materialId: string,
  changes: Partial<CostRequest<P>> = {},
): CostRequest<P> {
  const cardId: RateCardId = changes.cardId ?? 'cn'
  return {
    part: housing(),
    material: materialOf(materialId),
    process: packagedCatalogue.processes[processId],
    card: packagedCatalogue.selling.rateCards[cardId],
    cardId,
    cycleFactor: 1,
    insertsPerPart: 0,
    ...changes,
  }
}

/** The packaged catalogue with a changed cn card. */
export function withCard(changes: Partial<RateCard>): Catalogue {
  const { selling } = packagedCatalogue
  const rateCards = { ...selling.rateCards, cn: { ...selling.rateCards.cn, ...changes } }
  return { ...packagedCatalogue, selling: { ...selling, rateCards } }
}

/** The terms of a cost by their names. */
export function termsByName(model: CostModel, quantity = 1): Partial<Record<CostTermId, CostTerm>> {
  return Object.fromEntries(model.terms(quantity).map((found) => [found.term, found]))
}
