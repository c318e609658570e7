import { type Catalogue, type Configuration, findMaterial, type PartMeasures } from '@cotation/domain'
import type { Finding, PartAnalysis } from '@cotation/geometry'
import { partFindings } from '@cotation/pricing'
import { inMaterial, type MaterialEntry, materialEntries } from '../choose/material/material-entries.ts'

/** A part with all that is known of it. */
export interface InspectedPart {
  part: PartMeasures
  /** The file with this one body. */
  analysis: PartAnalysis
  fileName: string
}

/** Worst first. */
export const severities = ['blocks', 'warns', 'informs'] as const satisfies readonly Finding['severity'][]

/** What stands against a part as configured, worst first. */
export function findingsOn(
  { part, analysis, fileName }: InspectedPart,
  configuration: Configuration,
  catalogue: Catalogue,
): Finding[] {
  const [body] = analysis.bodies
  if (!body) return []

  const findings = partFindings({ measures: part, analysis, body, fileName }, configuration, catalogue)
  return findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

export interface Resolution {
  entry: MaterialEntry
  configuration: Configuration
}

/** More would not be read: the cheapest come first, and the inspection stops when enough were found. */
const mostOffered = 3

/** Something new stands in the way. */
const isWorse = (found: readonly Finding[], before: readonly Finding[]): boolean =>
  found.some(({ severity, rule }) => severity === 'blocks' && !before.some((one) => one.rule === rule))

/**
 * The cheapest materials and processes of the same technology in which a finding does not occur and nothing new blocks. Rules are
 * named by process, so that it is the measure that must be sound, whichever rule asks for it.
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
