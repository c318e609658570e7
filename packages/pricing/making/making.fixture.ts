import { findMaterial, type Material, type PartMeasures, type ProcessId, type RateCardId } from '@cotation/domain'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import type { CostRequest } from './cost-model.ts'

/** The housing of the catalogue's examples, 100 × 60 × 30 mm, with whatever a test changes. */
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

/** A request for the packaged figures of a process, with whatever a test changes. */
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
