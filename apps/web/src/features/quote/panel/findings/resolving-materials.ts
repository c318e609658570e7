import { type Catalogue, type Configuration, findMaterial } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { inMaterial, type MaterialEntry, materialEntries } from '#features/quote/panel/material/material-entries.ts'
import { findingsOn, type InspectedPart } from '#features/quote/panel/scope/inspect.ts'

interface Resolution {
  entry: MaterialEntry
  configuration: Configuration
}

/** The cheapest come first, and the search stops once there are enough. */
const maxOffered = 3

/** Whether there is a blocking finding that was not there before. */
const isWorse = (found: readonly Finding[], before: readonly Finding[]): boolean =>
  found.some(({ severity, rule }) => severity === 'blocks' && !before.some((one) => one.rule === rule))

/**
 * The cheapest materials of the same technology that resolve a finding without a new blocking
 * one. Findings are compared by metric, because rule names differ by process.
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
    if (found.length === maxOffered) break
  }

  return found
}
