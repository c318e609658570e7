import type { LineView, ProjectView } from '@cotation/contracts'
import {
  type Catalogue,
  type Configuration,
  type Fault,
  type LineStatus,
  lineStatus,
  orderInputFaults,
  type PartMeasures,
  usualConfiguration,
} from '@cotation/domain'
import { type AnalysedBody, inspectBody, type PartAnalysis, type PartSummary, type Refusal } from '@cotation/geometry'
import { inspectionChoice, type LinePrice, partMeasuresOf, priceLine } from '@cotation/pricing'
import type { LineEdit, WorkFinding, WorkLine } from '#features/quote/workspace/work-line.ts'
import { firstMeasures } from './first-measures.ts'
import { priceDifference } from './price-difference.ts'
import { isSameConfiguration } from './same-configuration.ts'

/** What is known of a file that this browser reads itself. */
export interface LocalFigures {
  summary: PartSummary | undefined
  analysis: PartAnalysis | undefined
  refusal: Refusal | undefined
}

/** All that a line's figures rest on; while none of it changes, they stay as they are. */
export interface FigureSources {
  view: LineView
  edit: LineEdit | undefined
  local: LocalFigures | undefined
  /** The server's own facts, fetched for a panel: they answer for the findings of a changed configuration. */
  facts: PartAnalysis | undefined
  catalogue: Catalogue
  service: ProjectView['service']
  /** The time for which the project's prices hold is over. */
  expired: boolean
}

export type LineFigures = Omit<WorkLine, 'id' | 'progress' | 'provisional' | 'view'>

/** Refusals of this browser that say something of itself and nothing of the file: the server may well read it. */
const inconclusive: ReadonlySet<Refusal['code']> = new Set(['cancelled', 'deadline', 'kernel-failed', 'out-of-memory'])

const measured = new WeakMap<AnalysedBody, PartMeasures>()

/** The same object for the same body: what rests on it is not made again. */
function measuresOf(body: AnalysedBody): PartMeasures {
  const known = measured.get(body)
  if (known) return known
  const fresh = partMeasuresOf(body)
  measured.set(body, fresh)
  return fresh
}

/** Why the file cannot be used. A file that is no part is not sent on: the server knows only that it was cancelled. */
function refusalOf({ view: { upload }, local }: FigureSources): Refusal | undefined {
  const { refusal, state } = upload
  if (refusal && refusal.code !== 'cancelled') return refusal
  const here = local?.refusal && !inconclusive.has(local.refusal.code) ? local.refusal : undefined
  return state === 'done' || state === 'expired' ? undefined : (here ?? refusal ?? undefined)
}

const text = (value: unknown) => JSON.stringify(value)

/** Known to the server, and still to be looked at by it. */
const isUnjudged = ({ status, upload }: LineView): boolean => upload.state === 'done' && status === 'analysing'

/** The server's figures stand once it has looked at the file that the line has now. */
const hasLooked = (view: LineView): boolean =>
  view.part !== null && (view.upload.state === 'done' || view.upload.state === 'expired') && !isUnjudged(view)

function findingsOn(
  analysis: PartAnalysis,
  body: AnalysedBody,
  line: { view: LineView; part: PartMeasures; configuration: Configuration },
  catalogue: Catalogue,
): WorkFinding[] {
  const choice = inspectionChoice(line.part, line.configuration, catalogue)
  if (!choice) return []
  return inspectBody(analysis, body, line.view.upload.name, choice, catalogue.ruleLimits).map((finding) => {
    const before = line.view.findings.find((one) => one.finding.rule === finding.rule)
    // The risk that was accepted is that of a figure: another figure is another risk.
    const known = (one: typeof finding) => text([one.value, one.limit, one.severity])
    const isSame = before && known(before.finding) === known(finding)
    return { finding, accepted: (isSame && before.accepted) || undefined }
  })
}

const serverFindings = ({ findings }: LineView): WorkFinding[] =>
  findings.map(({ finding, accepted }) => ({ finding, accepted: accepted ?? undefined }))

interface Priced {
  price: LinePrice | undefined
  faults: readonly Fault[]
  findings: readonly WorkFinding[]
}

/** As the server will say it: the same facts, from what is known here. */
function statusOf(
  sources: FigureSources,
  part: PartMeasures | undefined,
  priced: Priced,
  isChanged: boolean,
): LineStatus {
  const { view, expired } = sources
  const { price, faults, findings } = priced
  const open = findings.filter(({ finding, accepted }) => finding.severity === 'warns' && !accepted)
  const file = refusalOf(sources) ? 'failed' : isUnjudged(view) ? 'analysing' : view.upload.state

  return lineStatus({
    file,
    priceExpired: expired,
    faults: faults.length,
    openWarnings: open.length,
    blocking: findings.filter(({ finding }) => finding.severity === 'blocks').length,
    // A part that fits no material is for an expert.
    beyondAutomatic: price ? price.manualQuote.length > 0 : part !== undefined,
    // A question or an answer was about the configuration that the expert saw.
    expert: isChanged ? undefined : view.manual?.state,
  })
}

/** Prices a configuration here and now, with the part that is known. */
function pricedHere(
  { view, local, facts, catalogue }: FigureSources,
  part: PartMeasures | undefined,
  configuration: Configuration | undefined,
): Priced {
  if (!part || !configuration) return { price: undefined, faults: [], findings: serverFindings(view) }

  const index = view.body?.index ?? 0
  const known = local?.analysis ? { analysis: local.analysis, body: local.analysis.bodies[index] } : undefined
  const { analysis, body } = known?.body ? known : { analysis: facts, body: facts?.bodies[0] }
  const findings =
    analysis && body ? findingsOn(analysis, body, { view, part, configuration }, catalogue) : serverFindings(view)
  const verdict = priceLine(
    part,
    configuration,
    catalogue,
    findings.map(({ finding }) => finding),
  )

  // What an order needs beyond a price is asked for too, and the price is shown meanwhile.
  const missing = orderInputFaults(configuration)
  return verdict.ok
    ? { price: verdict.price, faults: missing, findings }
    : { price: undefined, faults: [...verdict.faults, ...missing], findings }
}

function sizeOf(
  sources: FigureSources,
  part: PartMeasures | undefined,
  looked: boolean,
): readonly number[] | undefined {
  const { view, local } = sources
  const { summary } = looked ? view.upload : { summary: local?.summary ?? view.upload.summary }
  const isWhole = summary?.bodyCount === 1
  return isWhole || !part ? summary?.sizeMm : part.sizeMm
}

/** A line's figures: the server's own while nothing was changed, else priced here from the best that is known. */
export function lineFigures(sources: FigureSources): LineFigures {
  const { view, edit, local, catalogue, service } = sources
  const looked = hasLooked(view)
  const body = local?.analysis?.bodies[view.body?.index ?? 0]
  const here = body && measuresOf(body)
  const first = () => (local?.summary && !local.refusal ? firstMeasures(local.summary, service) : undefined)
  const part = (looked ? view.part : (here ?? view.part ?? first())) ?? undefined
  const usual = () => part && usualConfiguration(part, service, catalogue, body?.count ?? view.body?.perFile ?? 1)
  const configuration = edit?.configuration ?? view.configuration ?? usual()
  const isChanged = edit?.configuration !== undefined && !isSameConfiguration(edit.configuration, view.configuration)
  const isServers = looked && !isChanged
  const priced: Priced = isServers
    ? { price: view.price ?? undefined, faults: view.faults, findings: serverFindings(view) }
    : pricedHere(sources, part, configuration)
  const status = isServers && !sources.expired ? view.status : statusOf(sources, part, priced, isChanged)

  return {
    name: edit?.name ?? view.name,
    comment: edit?.comment ?? view.comment,
    configuration,
    part,
    sizeMm: sizeOf(sources, part, looked),
    status,
    ...priced,
    source: looked ? 'server' : 'browser',
    difference: isServers && here ? priceDifference(view, here, local?.summary, catalogue) : undefined,
    refusal: refusalOf(sources),
    local: local?.analysis && body ? { analysis: local.analysis, body } : undefined,
  }
}
