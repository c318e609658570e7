import { type Catalogue, defaultConfiguration, type Material, type ProcessId } from '@cotation/domain'
import { type MatrixCell, priceMatrix } from '#pricing/line/price-matrix.ts'
import { type ReferencePart, referenceParts } from './reference-parts.ts'

const exampleQuantities = [1, 10, 50, 100]

/** A part that is typical of the process, then one that fits small machines. */
const partIdsOf = (process: ProcessId): readonly string[] =>
  process === 'turning' ? ['shaft-30x80'] : ['housing-100x60x30', 'clip-18x12x6']

/** A reference part in a material at the standard lead time, by quantity. */
export interface PriceExample {
  process: ProcessId
  part: ReferencePart
  cells: readonly MatrixCell[]
}

function exampleOf(
  part: ReferencePart,
  material: Material,
  process: ProcessId,
  catalogue: Catalogue,
): PriceExample | undefined {
  const configuration = { ...defaultConfiguration(part.measures, material.id, catalogue, 1), process }
  const axes = { quantities: exampleQuantities, leads: ['standard'], materialIds: [material.id] } as const
  const [row] = priceMatrix(part.measures, configuration, axes, catalogue)
  return row?.ok ? { process, part, cells: row.cells } : undefined
}

/**
 * What a reference part costs (cents of USD) in a material with its defaults. Undefined if no
 * reference part of the process fits.
 */
export function priceExample(material: Material, process: ProcessId, catalogue: Catalogue): PriceExample | undefined {
  for (const partId of partIdsOf(process)) {
    const part = referenceParts.find(({ id }) => id === partId)
    const example = part && exampleOf(part, material, process, catalogue)
    if (example) return example
  }

  return undefined
}
