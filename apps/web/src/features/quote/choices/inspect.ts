import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import type { Finding, PartAnalysis } from '@cotation/geometry'
import { partFindings } from '@cotation/pricing'

/** A part with its analysis. */
export interface InspectedPart {
  part: PartMeasures
  /** The analysis of the file, reduced to this body. */
  analysis: PartAnalysis
  fileName: string
}

/** Worst first. */
export const severities = ['blocks', 'warns', 'informs'] as const satisfies readonly Finding['severity'][]

/** The findings of a part as configured, worst first. */
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
