import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type LineFacts,
  type LineStatus,
  lineStatus,
  orderInputFaults,
  type PartMeasures,
  type UploadState,
} from '@cotation/domain'
import { type AnalysedBody, type Finding, type InspectedFile, inspectBody } from '@cotation/geometry'
import { inspectionChoice } from './inspection-choice.ts'
import { type LinePrice, priceLine } from './price-line.ts'
import { type AcceptedRisk, acceptanceOf, withRecordedAcceptance } from './risk-acceptance.ts'
import { isUnitUnknown, type MeasuredFile, unitFault } from './unit-question.ts'

/** A body of a file, as its inspection needs it. */
export interface InspectedPart {
  measures: PartMeasures
  /** The file that the body is in. */
  analysis: InspectedFile & MeasuredFile
  body: AnalysedBody
  fileName: string
}

/** A part to inspect, or one whose findings are already known. */
export type JudgedPart = InspectedPart | { measures: PartMeasures; findings: readonly Finding[] }

/** Everything that the verdict on a line depends on, wherever it comes from. */
export interface LineToJudge<A extends AcceptedRisk> {
  /** Undefined while the file is being read, and if it cannot be read. */
  part: JudgedPart | undefined
  /** The file of the part; undefined while it is being read. */
  measured: MeasuredFile | undefined
  /** The file was read, but this body of it could not be measured. */
  isUnmeasurable?: boolean
  /** Missing if the part fits no material. */
  configuration: Configuration | null | undefined
  acceptances: readonly A[]
  /** The expert's state, if the question was about exactly this configuration. */
  expert: LineFacts['expert']
  catalogue: Catalogue
}

export interface JudgedFinding<A extends AcceptedRisk> {
  finding: Finding
  /** The acceptance that covers the finding. */
  acceptance: A | undefined
}

/** The status without what changes over time. Null, not undefined: stored as JSON with the line. */
export type LineStanding = Omit<LineFacts, 'isOrdered' | 'file' | 'priceExpired' | 'expert'> & {
  expert: Exclude<LineFacts['expert'], undefined> | null
}

/** The verdict on a line. */
export interface LineJudgement<A extends AcceptedRisk> {
  findings: JudgedFinding<A>[]
  /** What is wrong with the configuration, and what an order of it still needs. */
  faults: Fault[]
  /** Null if the configuration cannot be made. Shown even if an order needs more input. */
  price: LinePrice | null
  standing: LineStanding
}

/** The findings of the inspection of a part as configured; none if the material is unknown. */
export function partFindings(part: InspectedPart, configuration: Configuration, catalogue: Catalogue): Finding[] {
  const choice = inspectionChoice(part.measures, configuration, catalogue)
  if (!choice) return []

  const findings = inspectBody(part.analysis, part.body, part.fileName, choice, catalogue.ruleLimits)

  // A unit that the file states or the customer chose is not in doubt.
  const isUnitGiven = part.analysis.unit.source !== 'assumed'
  return isUnitGiven ? findings.filter(({ rule }) => rule !== 'unit-suspect') : findings
}

/** Everything wrong with a configuration, followed by what an order of it still needs. */
export const lineFaults = (part: PartMeasures, configuration: Configuration, catalogue: Catalogue): Fault[] => [
  ...configurationFaults(part, configuration, catalogue),
  ...orderInputFaults(configuration),
]

function standingOf(
  judged: Omit<LineJudgement<AcceptedRisk>, 'standing'>,
  line: Pick<LineToJudge<AcceptedRisk>, 'part' | 'isUnmeasurable' | 'configuration' | 'expert'>,
): LineStanding {
  const { findings, faults, price } = judged
  const { part, isUnmeasurable = false, configuration, expert } = line
  const open = findings.filter(({ finding, acceptance }) => finding.severity === 'warns' && !acceptance)
  const blocking = findings.filter(({ finding }) => finding.severity === 'blocks')

  // A part that fits no material or cannot be measured needs an expert.
  const needsExpert = isUnmeasurable || (part !== undefined && !configuration)

  return {
    faults: faults.length,
    openWarnings: open.length,
    blocking: blocking.length,
    beyondAutomatic: needsExpert || (price !== null && price.manualQuote.length > 0),
    expert: expert ?? null,
  }
}

/**
 * The one verdict on a line: findings with acceptances, faults, price and standing. Server, browser
 * and command line all call it, so they agree whenever their facts do.
 */
export function judgeLine<A extends AcceptedRisk>(line: LineToJudge<A>): LineJudgement<A> {
  const { part, measured, configuration, acceptances, catalogue } = line
  if (part && measured && isUnitUnknown(measured)) {
    const asked = { findings: [], faults: [unitFault(measured)], price: null }
    return { ...asked, standing: standingOf(asked, line) }
  }

  if (!part || !configuration) {
    const unknown = { findings: [], faults: [], price: null }
    return { ...unknown, standing: standingOf(unknown, line) }
  }

  const found = 'findings' in part ? part.findings : partFindings(part, configuration, catalogue)
  const findings = found.map((finding) => ({ finding, acceptance: acceptanceOf(finding, acceptances) }))
  const acceptedRules = findings.flatMap(({ finding, acceptance }) => (acceptance ? [finding.rule] : []))

  const accepted = withRecordedAcceptance(configuration, acceptedRules)
  const faults = lineFaults(part.measures, accepted, catalogue)
  const priced = priceLine(part.measures, accepted, catalogue, found)

  const judged = { findings, faults, price: priced.ok ? priced.price : null }
  return { ...judged, standing: standingOf(judged, line) }
}

/** What changes a line's status while its verdict stays the same. */
export interface LineMoment {
  isOrdered: boolean
  file: UploadState
  /** Whether the verdict is on the file that the line has now. */
  isJudged: boolean
  /** Whether the project's prices are no longer valid. */
  priceExpired: boolean
}

/** A line's status at a moment. A file read but not judged yet counts as being analysed. */
export function lineStatusAt(
  standing: LineStanding | undefined,
  { isOrdered, file, isJudged, priceExpired }: LineMoment,
): LineStatus {
  const { expert, ...facts } = standing ?? nothingKnown
  return lineStatus({
    ...facts,
    isOrdered,
    expert: expert ?? undefined,
    file: file === 'done' && !isJudged ? 'analysing' : file,
    priceExpired,
  })
}

const nothingKnown: LineStanding = { faults: 0, openWarnings: 0, blocking: 0, beyondAutomatic: false, expert: null }
