import type { RuleLimits } from '@cotation/domain'
import type { Finding } from '../inspect/finding.ts'
import { inspectPart } from '../inspect/inspect-part.ts'
import type { Choice, FileFacts } from '../inspect/inspection-request.ts'
import type { MetricName } from '../inspect/rules/metric-names.ts'
import type { AnalysedBody, PartAnalysis } from './part-analysis.ts'

/** A finding on one body, or on the file as a whole. */
export interface LocatedFinding {
  finding: Finding
  body: AnalysedBody | undefined
}

/** These metrics depend on the file or the process and are reported once, not for each body. */
const fileMetrics: readonly MetricName[] = [
  'file.extension',
  'file.kind',
  'file.fragments',
  'file.openSurfaces',
  'mesh.shells',
  'always',
]

/** The figures of a file that its inspection needs. */
export type InspectedFile = Pick<PartAnalysis, 'format' | 'leftOut'>

const fileFactsOf = ({ format, leftOut }: InspectedFile, fileName: string, bodies: number): FileFacts => ({
  kind: format === 'step' ? 'brep' : 'mesh',
  extension: fileName.slice(fileName.lastIndexOf('.')),
  bodies,
  leftOut,
})

/** Findings on one body of a file. The other bodies are separate quote lines and do not count. */
export const inspectBody = (
  analysis: InspectedFile,
  body: AnalysedBody,
  fileName: string,
  choice: Choice,
  changed: RuleLimits = {},
): Finding[] => inspectPart({ body, file: fileFactsOf(analysis, fileName, 1) }, choice, changed)

/**
 * Findings on a whole file: those on the file first, then body by body. `changed` are the limits
 * that staff set at run time (`RuleLimits` of the catalogue).
 */
export function inspectAnalysis(
  analysis: PartAnalysis,
  fileName: string,
  choice: Choice,
  changed: RuleLimits = {},
): LocatedFinding[] {
  const file = fileFactsOf(analysis, fileName, analysis.bodyCount)
  const onFile = new Map<string, LocatedFinding>()
  const onBodies: LocatedFinding[] = []

  for (const body of analysis.bodies) {
    for (const finding of inspectPart({ body, file }, choice, changed)) {
      if (!fileMetrics.includes(finding.metric)) onBodies.push({ finding, body })
      else if (!onFile.has(finding.rule)) onFile.set(finding.rule, { finding, body: undefined })
    }
  }

  return [...onFile.values(), ...onBodies]
}
