import { type Catalogue, type Configuration, findMaterial } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { inMaterial, type MaterialEntry, materialEntries } from '#features/quote/panel/material/material-entries.ts'
import { findingsOn, type InspectedPart } from '#features/quote/panel/scope/inspect.ts'

export interface Resolution {
  entry: MaterialEntry
  configuration: Configuration
}

/**
 * More would not be read: the cheapest come first, and the inspection stops when enough were found.
 */
const mostOffered = 3

/** Something new stands in the way. */
const isWorse = (found: readonly Finding[], before: readonly Finding[]): boolean =>
  found.some(({ severity, rule }) => severity === 'blocks' && !before.some((one) => one.rule === rule))

/**
 * The cheapest materials and processes of the same technology in which a finding does not occur and
 * nothing new blocks. Rules are named by process, so that it is the measure that must be sound,
 * whichever rule asks for it.
 */
export function resolvingMaterials(
  inspected: InspectedPart,
  finding: Finding,
  configuration: Configuration,
  catalogue: Catalogue,
): Resolution[] {
  const { part } = inspected
  const technologyId = findMaterial(catalogue, configuration.materialId)?.technologyId
  const before = findingsOn(inspected, configuration, catalogue)
  const cheapest = materialEntries(part, configuration, catalogue)
    .filter(({ material, offer }) => offer && material.technologyId === technologyId)
    .toSorted((one, other) => (one.offer?.lineMinor ?? 0) - (other.offer?.lineMinor ?? 0))
  const found: Resolution[] = []

  for (const entry of cheapest) {
    const changed = inMaterial(part, configuration, entry, catalogue)
    const left = findingsOn(inspected, changed, catalogue)
    const isLeft = left.some(({ metric, severity }) => metric === finding.metric && severity !== 'informs')
    if (isLeft || isWorse(left, before)) continue
    found.push({ entry, configuration: changed })
    if (found.length === mostOffered) break
  }

  return found
}
