import type { Catalogue } from '../catalogue/catalogue.ts'
import { findMaterial } from '../catalogue/lookups.ts'
import type { ProcessId, TechnologySlug } from '../catalogue/process.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Fault } from '../configuration/fault.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { offeredMaterials } from './offer.ts'
import { defaultConfiguration } from './select-material.ts'

/** A material with a process. */
export interface MaterialWay {
  materialId: string
  process: ProcessId
}

/** The first available material of a technology, or of any. Undefined if the part fits none. */
export function firstOffered(
  part: PartMeasures,
  technology: TechnologySlug,
  catalogue: Catalogue,
): MaterialWay | undefined {
  const id = catalogue.technologies.find(({ slug }) => slug === technology)?.id
  const isFree = ({ fault }: { fault: Fault | undefined }) => fault === undefined
  const found =
    offeredMaterials(part, id, catalogue).find(isFree) ?? offeredMaterials(part, undefined, catalogue).find(isFree)
  return found && { materialId: found.material.id, process: found.process }
}

/**
 * The configuration of a new line: the material that the customer came with, else the first
 * available one, with its defaults. A part that does not fit the customer's material keeps it, so
 * that the line says why.
 */
export function usualConfiguration(
  part: PartMeasures,
  technology: TechnologySlug,
  catalogue: Catalogue,
  quantity: number,
  wantedId: string | null = null,
): Configuration | undefined {
  const wanted = wantedId === null ? undefined : findMaterial(catalogue, wantedId)
  if (wanted?.available) return defaultConfiguration(part, wanted.id, catalogue, quantity)

  const way = firstOffered(part, technology, catalogue)
  return way && { ...defaultConfiguration(part, way.materialId, catalogue, quantity), process: way.process }
}
