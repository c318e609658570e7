import type { RuleLimits } from '@cotation/domain'
import type { Choice, FileFacts } from '../inspect/choice.ts'
import { type Finding, inspectPart } from '../inspect/inspect-part.ts'
import type { MetricName } from '../inspect/rules/metric-names.ts'
import type { AnalysedBody, PartAnalysis } from './part-analysis.ts'

/** A finding on one body, or on the file as a whole. */
export interface LocatedFinding {
  finding: Finding
  body: AnalysedBody | undefined
}

/** What is so of a file, or of the process, is so of each body, and is said once. */
const ofTheFile: readonly MetricName[] = ['file.extension', 'file.kind', 'mesh.shells', 'always']

const fileFactsOf = ({ format }: Pick<PartAnalysis, 'format'>, fileName: string, bodies: number): FileFacts => ({
  kind: format === 'step' ? 'brep' : 'mesh',
  extension: fileName.slice(fileName.lastIndexOf('.')),
  bodies,
})

/**
 * What stands against making one body of a file as a line of its own. That the file has others is no fault of this one: they are
 * lines too.
 */
export const inspectBody = (
  analysis: Pick<PartAnalysis, 'format'>,
  body: AnalysedBody,
  fileName: string,
  choice: Choice,
  changed: RuleLimits = {},
): Finding[] => inspectPart({ body, file: fileFactsOf(analysis, fileName, 1) }, choice, changed)

/**
 * What stands against making the parts of a file called `fileName` by the chosen process: the file first, then body by body.
 * `changed` are the limits that staff set at run time (`RuleLimits` of the catalogue).
 */
export function inspectAnalysis(
  analysis: PartAnalysis,
  fileName: string,
  choice: Choice,
  changed: RuleLimits = {},
): LocatedFinding[] {
  const file = fileFactsOf(analysis, fileName, analysis.bodyCount)
  const told = new Set<string>()
  const found = analysis.bodies.flatMap((body): LocatedFinding[] =>
    inspectPart({ body, file }, choice, changed).flatMap((finding): LocatedFinding[] => {
      if (!ofTheFile.includes(finding.metric)) return [{ finding, body }]
      if (told.has(finding.rule)) return []
      told.add(finding.rule)
      return [{ finding, body: undefined }]
    }),
  )

  return found.toSorted((a, b) => Number(a.body !== undefined) - Number(b.body !== undefined))
}
