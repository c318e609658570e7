import type { ProcessId } from '@cotation/domain'
import type { Finding, PartAnalysis, RuleId } from '@cotation/geometry'
import type { Faults, Format, Severity, Truth, TruthPart } from './parts/truth-part.ts'

type Reported = Pick<Finding, 'rule' | 'severity'>

/** What a rule did about one file: found a planted fault, missed it, or gave a false alarm. */
export interface Outcome {
  rule: RuleId
  kind: 'found' | 'missed' | 'false'
  /** The right severities of a planted fault, or the one of a false alarm. */
  severities: readonly Severity[]
}

/** The comparison of one file, judged in one way, with the truth. */
export interface Comparison {
  format: Format
  process: ProcessId
  outcomes: Outcome[]
}

const listOf = (severity: Severity | readonly Severity[]): readonly Severity[] =>
  typeof severity === 'string' ? [severity] : severity

/** Findings that every file of this kind has in this process. */
function standingFaults(process: ProcessId, format: Format): Faults {
  if (process === 'sla') return { 'sla-drift': 'informs' }
  const isMachined = process === 'milling' || process === 'turning'
  return isMachined && format === 'stl' ? { 'cnc-needs-step': 'warns' } : {}
}

/** Each rule with its severity once, however many lines of the file have it. */
function distinctFindings(lines: readonly (readonly Reported[])[]): Reported[] {
  const byKey = new Map(lines.flat().map((finding) => [`${finding.rule} ${finding.severity}`, finding]))
  return [...byKey.values()]
}

/** Whether the table claims nothing about a finding that was not planted. */
function isUnclaimed({ rule, severity }: Reported, { unclaimed, claim }: Truth): boolean {
  if (unclaimed?.includes(rule)) return true
  return claim === 'makeable' && severity !== 'blocks'
}

/** Compares the findings on all lines of a file with the truth. */
export function outcomesOf(lines: readonly (readonly Reported[])[], format: Format, truth: Truth): Outcome[] {
  const standing = standingFaults(truth.process, format)
  const planted = Object.entries({ ...truth.faults, ...standing }).map(([rule, severity]) => ({
    rule: rule as RuleId,
    severities: listOf(severity),
  }))
  const findings = distinctFindings(lines)

  const isAbout = ({ rule, severity }: Reported, fault: (typeof planted)[number]): boolean =>
    fault.rule === rule && fault.severities.includes(severity)

  const expected = planted.map((fault): Outcome => {
    const isFound = findings.some((finding) => isAbout(finding, fault))
    return { ...fault, kind: isFound ? 'found' : 'missed' }
  })
  const falseAlarms = findings
    .filter((finding) => !planted.some((fault) => isAbout(finding, fault)) && !isUnclaimed(finding, truth))
    .map(({ rule, severity }): Outcome => ({ rule, kind: 'false', severities: [severity] }))

  return [...expected, ...falseAlarms]
}

/** What is wrong with the outcomes, one sentence for each rule. */
export function complaintsOf(outcomes: readonly Outcome[]): string[] {
  const wrong = outcomes.filter(({ kind }) => kind !== 'found')
  const byRule = Map.groupBy(wrong, ({ rule }) => rule)

  return [...byRule].map(([rule, ofRule]) => {
    const severitiesOf = (kind: Outcome['kind']) =>
      ofRule.flatMap((outcome) => (outcome.kind === kind ? outcome.severities : []))
    const right = severitiesOf('missed').join(' or ')
    const said = severitiesOf('false').join(' and ')

    if (said === '') return `misses ${rule}, which ${right}`
    return right === '' ? `falsely says that ${rule} ${said}` : `says that ${rule} ${said}, but it ${right}`
  })
}

/** Walls are measured within half a percent, so that one drawn at the limit is accepted. */
const maxWallError = 0.005

/** What is wrong with the facts of a file, whatever process is chosen. */
export function factComplaints(
  { lines = 1, wallMm: drawnMm }: Pick<TruthPart, 'lines' | 'wallMm'>,
  format: Format,
  { bodies }: Pick<PartAnalysis, 'bodies'>,
): string[] {
  const complaints: string[] = []
  if (bodies.length !== lines) complaints.push(`has ${bodies.length} lines instead of ${lines}`)

  // The facets of an STL file are thinner than the wall that was drawn.
  const wallMm = Math.min(...bodies.map(({ walls }) => walls.minMm))
  if (format === 'step' && drawnMm !== undefined && Math.abs(wallMm / drawnMm - 1) > maxWallError) {
    complaints.push(`does not measure its wall of ${drawnMm} mm within 0.5 %`)
  }

  return complaints
}
