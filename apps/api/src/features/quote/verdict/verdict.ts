import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type LineFacts,
  orderInputFaults,
  type PartMeasures,
} from '@cotation/domain'
import { type Finding, inspectBody, type PartAnalysis } from '@cotation/geometry'
import { inspectionChoice, priceLine } from '@cotation/pricing'
import type { LineVerdictRecord } from '#db/quote-schema.ts'
import { type Acceptance, acceptanceOf, withRecordedAcceptance } from './acceptance.ts'

/** The server's own reading of a line's part. */
export interface ReadPart {
  analysisId: string
  /** The file with the one body of the line. */
  analysis: PartAnalysis
  measures: PartMeasures
  fileName: string
}

export interface Judged {
  /** Nothing while the file is on its way, or cannot be read. */
  part: ReadPart | undefined
  configuration: Configuration | null
  acceptances: readonly Acceptance[]
  expert: LineFacts['expert']
  catalogue: Catalogue
}

/** Nothing that a client sent is in it but the choices themselves: figures are the server's, prices the catalogue's (MON-1). */
export function verdictOn({ part, configuration, acceptances, expert, catalogue }: Judged): LineVerdictRecord {
  const base = { catalogueVersion: catalogue.version, analysisId: part?.analysisId ?? null }
  const settled = { faults: 0, openWarnings: 0, blocking: 0, expert: expert ?? null }
  if (!part || !configuration) {
    // A part that fits no material is for an expert.
    const beyondAutomatic = part !== undefined
    return { ...base, faults: [], findings: [], price: null, standing: { ...settled, beyondAutomatic } }
  }

  const findings = findingsOf(part, configuration, catalogue)
  const covered = findings.filter((finding) => acceptanceOf(finding, acceptances))
  const effective = withRecordedAcceptance(
    configuration,
    covered.map(({ rule }) => rule),
  )
  const forbidden = configurationFaults(part.measures, effective, catalogue)
  const faults = [...forbidden, ...orderInputFaults(effective)]
  const verdict = forbidden.length > 0 ? undefined : priceLine(part.measures, effective, catalogue, findings)
  const price = verdict?.ok ? verdict.price : null
  const warnings = findings.filter(({ severity }) => severity === 'warns')

  return {
    ...base,
    faults,
    findings,
    price,
    standing: {
      ...settled,
      faults: faults.length,
      openWarnings: warnings.length - covered.length,
      blocking: findings.filter(({ severity }) => severity === 'blocks').length,
      beyondAutomatic: price !== null && price.manualQuote.length > 0,
    },
  }
}

function findingsOf(
  { analysis, measures, fileName }: ReadPart,
  configuration: Configuration,
  catalogue: Catalogue,
): Finding[] {
  const choice = inspectionChoice(measures, configuration, catalogue)
  if (!choice) return []
  const [body] = analysis.bodies
  return body ? inspectBody(analysis, body, fileName, choice, catalogue.ruleLimits) : []
}
