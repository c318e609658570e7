import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  findMaterial,
  type TechnologySlug,
} from '@cotation/domain'
import { configurationFor, firstWay, type MeasuredPart } from './suggest-process.ts'

/** What the customer chose before the part was measured. */
interface LineStart {
  /** Null if the part decides. */
  service: TechnologySlug | null
  /** The material that the customer came with. */
  materialId: string | null
  quantity: number
}

/**
 * The configuration of a new line: the material that the customer came with, else the suggested
 * process, with its defaults. A part that does not fit the customer's material keeps it, so that the
 * line says why. Undefined if the part fits no machine.
 */
export function firstConfiguration(
  part: MeasuredPart,
  { service, materialId, quantity }: LineStart,
  catalogue: Catalogue,
): Configuration | undefined {
  const wanted = materialId === null ? undefined : findMaterial(catalogue, materialId)
  if (wanted?.available) return defaultConfiguration(part.measures, wanted.id, catalogue, quantity)

  const way = firstWay(part, service, quantity, catalogue)
  return way && configurationFor(part.measures, way, quantity, catalogue)
}
