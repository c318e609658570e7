import type { LineView, ProjectView } from '@cotation/contracts'
import {
  type Catalogue,
  type Configuration,
  type FaultCode,
  type PartMeasures,
  shownSizeMm,
  withAnyColours,
} from '@cotation/domain'
import type { AnalysedBody, PartAnalysis, PartSummary, Refusal } from '@cotation/geometry'
import {
  firstConfiguration,
  firstWay,
  judgeLine,
  lineStatusAt,
  type MeasuredPart,
  partMeasuresOf,
  priceLine,
} from '@cotation/pricing'
import { isSameConfiguration } from './line-edits.ts'
import { priceDifference } from './price-difference.ts'
import type { LineEdit, WorkLine } from './work-line.ts'

/** What this browser found out about a file. */
export interface LocalFigures {
  summary: PartSummary | undefined
  analysis: PartAnalysis | undefined
  refusal: Refusal | undefined
}

/** The inputs of a line's figures; the figures are cached until one of them changes. */
export interface FigureSources {
  view: LineView
  edit: LineEdit | undefined
  local: LocalFigures | undefined
  /**
   * The server's facts, fetched by the panel: they give the findings of a changed configuration.
   */
  facts: PartAnalysis | undefined
  catalogue: Catalogue
  /** Null if the customer leaves the choice to the part. */
  service: ProjectView['service'] | null
  /** The material that new lines of the project start with. */
  materialId: ProjectView['materialId']
  /** The project's prices are no longer valid. */
  expired: boolean
}

export type LineFigures = Omit<WorkLine, 'id' | 'progress' | 'provisional' | 'view'>

/** Refusals caused by this browser's limits, not by the file: the server may still read it. */
const inconclusive: ReadonlySet<Refusal['code']> = new Set(['cancelled', 'deadline', 'kernel-failed', 'out-of-memory'])

/** What is wrong with the file itself, as this browser found it. */
function faultOfFile(local: LocalFigures | undefined): Refusal | undefined {
  return local?.refusal && !inconclusive.has(local.refusal.code) ? local.refusal : undefined
}

const measured = new WeakMap<AnalysedBody, PartMeasures>()

/** Cached, so that the same body always gives the same object. */
function measuresOf(body: AnalysedBody): PartMeasures {
  const known = measured.get(body)
  if (known) return known
  const fresh = partMeasuresOf(body)
  measured.set(body, fresh)
  return fresh
}

/**
 * Why the file, or this body of it, cannot be used. For a file that is not a part, the server only
 * knows that its upload was cancelled.
 */
function refusalOf({ view: { upload, body }, local }: FigureSources): Refusal | undefined {
  if (body?.failure) return body.failure

  const { refusal, state } = upload
  if (refusal && refusal.code !== 'cancelled') return refusal
  return state === 'done' || state === 'expired' ? undefined : (faultOfFile(local) ?? refusal ?? undefined)
}

/** The server has read the file but not judged it yet. */
const isUnjudged = ({ status, upload }: LineView): boolean => upload.state === 'done' && status === 'analysing'

/** The server has judged the file that the line has now: its figures replace the browser's. */
const isJudgedByServer = (view: LineView): boolean =>
  view.part !== null && (view.upload.state === 'done' || view.upload.state === 'expired') && !isUnjudged(view)

type Judged = Pick<WorkLine, 'findings' | 'faults' | 'price' | 'status'>

/** The server's own verdict; only the time for which the prices hold may have ended since. */
function judgedByServer({ view, expired }: FigureSources): Judged {
  const { faults, price, status, manual } = view
  // An expert who was asked may still answer, and an order stays.
  const isOver = expired && manual?.state !== 'asked' && status !== 'ordered'

  return {
    findings: view.findings.map(({ finding, accepted }) => ({ finding, accepted: accepted ?? undefined })),
    faults,
    price: price ?? undefined,
    status: isOver ? 'expired' : status,
  }
}

/** The verdict that the server will reach, from the facts that are known here. */
function judgedHere(sources: FigureSources, { part, configuration, isChanged }: EditedPart): Judged {
  const { view, catalogue, expired } = sources
  const findings = view.findings.map(({ finding }) => finding)
  const known = part && measuredPart(sources, part)

  const judgement = judgeLine({
    part: known && ('body' in known ? known : { ...known, findings }),
    measured: summaryOf(sources),
    configuration,
    acceptances: view.findings.filter(({ accepted }) => accepted !== null),
    // The expert's answer was about the configuration before the change.
    expert: isChanged ? undefined : view.manual?.state,
    catalogue,
  })
  const status = lineStatusAt(judgement.standing, {
    isOrdered: view.status === 'ordered',
    file: refusalOf(sources) ? 'failed' : view.upload.state,
    isJudged: !isUnjudged(view),
    priceExpired: expired,
  })

  return {
    findings: judgement.findings.map(({ finding, acceptance }) => ({
      finding,
      accepted: acceptance?.accepted ?? undefined,
    })),
    faults: judgement.faults,
    price: judgement.price ?? undefined,
    status,
  }
}

const colourFaults: readonly FaultCode[] = ['COLOUR_MISSING', 'TOO_FEW_COLOURS']

/** The price with any colours, if nothing else is in its way. */
function fromPriceOf({ price, faults, findings }: Judged, { part, configuration }: EditedPart, catalogue: Catalogue) {
  if (price || !part || !configuration) return undefined
  if (!faults.some(({ code }) => colourFaults.includes(code))) return undefined

  const known = findings.map(({ finding }) => finding)
  const priced = priceLine(part, withAnyColours(configuration, catalogue), catalogue, known)
  return priced.ok ? priced.price : undefined
}

/** The line's body as read here, else as the server sent it for the panel. */
function inspectedBody({ view, local, facts }: FigureSources) {
  const here = local?.analysis?.bodies[view.body?.index ?? 0]
  if (local?.analysis && here) return { analysis: local.analysis, body: here }

  const fetched = facts?.bodies[0]
  return facts && fetched && { analysis: facts, body: fetched }
}

/** The part with its analysis, as far as it is known here. */
function measuredPart(sources: FigureSources, measures: PartMeasures): MeasuredPart {
  const body = inspectedBody(sources)
  return body ? { measures, ...body, fileName: sources.view.upload.name } : { measures }
}

/** The part and how it is to be made, with the changes that the server does not know yet. */
interface EditedPart {
  part: PartMeasures | undefined
  configuration: Configuration | undefined
  isChanged: boolean
}

/** The server's measures once it has judged the file, else the best that is known here. */
function partOf(sources: FigureSources, body: AnalysedBody | undefined): PartMeasures | undefined {
  const { view, local } = sources
  if (isJudgedByServer(view)) return view.part ?? undefined
  if (body) return measuresOf(body)
  if (view.part) return view.part
  return local?.summary && !faultOfFile(local) ? firstMeasures(local.summary, sources) : undefined
}

function editedPart(sources: FigureSources, body: AnalysedBody | undefined): EditedPart {
  const { view, edit, service, materialId, catalogue } = sources
  const part = partOf(sources, body)

  const isChanged = edit?.configuration !== undefined && !isSameConfiguration(edit.configuration, view.configuration)
  const chosen = edit?.configuration ?? view.configuration
  if (chosen || !part) return { part, configuration: chosen ?? undefined, isChanged }

  const quantity = body?.count ?? view.body?.perFile ?? 1
  const first = firstConfiguration(measuredPart(sources, part), { service, materialId, quantity }, catalogue)
  return { part, configuration: first, isChanged }
}

/** The server's summary of the file once it has judged it, else the browser's own. */
function summaryOf({ view, local }: FigureSources): PartSummary | undefined {
  const here = isJudgedByServer(view) ? undefined : local?.summary
  return here ?? view.upload.summary ?? undefined
}

function sizeOf(sources: FigureSources, part: PartMeasures | undefined): readonly number[] | undefined {
  // The size of the file is not that of the body.
  if (sources.view.body?.failure) return undefined

  return shownSizeMm(summaryOf(sources), part)
}

/**
 * A line's figures: the server's while nothing was changed, else judged here from the best that is
 * known.
 */
export function lineFigures(sources: FigureSources): LineFigures {
  const { view, edit, local, catalogue } = sources
  const body = local?.analysis?.bodies[view.body?.index ?? 0]
  const edited = editedPart(sources, body)

  const fromServer = isJudgedByServer(view)
  const isServers = fromServer && !edited.isChanged
  const judged = isServers ? judgedByServer(sources) : judgedHere(sources, edited)
  const difference = isServers && body ? priceDifference(view, measuresOf(body), local?.summary, catalogue) : undefined

  return {
    name: edit?.name ?? view.name,
    comment: edit?.comment ?? view.comment,
    configuration: edited.configuration,
    part: edited.part,
    sizeMm: sizeOf(sources, edited.part),
    ...judged,
    fromPrice: fromPriceOf(judged, edited, catalogue),
    source: fromServer ? 'server' : 'browser',
    difference,
    refusal: refusalOf(sources),
    local: local?.analysis && body ? { analysis: local.analysis, body } : undefined,
  }
}

/**
 * Volume, area and box are enough for a first price of a 3D print, before faces and walls are
 * analysed. Milling and casting need more, and several bodies are not separated yet: those wait for
 * the full analysis, and so does a part that is no print by its box already.
 */
function firstMeasures(
  summary: PartSummary,
  { service, catalogue }: Pick<FigureSources, 'service' | 'catalogue'>,
): PartMeasures | undefined {
  if (summary.bodyCount !== 1) return undefined

  const measures = measuresOfBox(summary)
  if (service) return service === '3d-printing' ? measures : undefined

  const process = firstWay({ measures }, null, 1, catalogue)?.process
  const printing = catalogue.technologies.find(({ slug }) => slug === '3d-printing')
  return process && printing?.processIds.includes(process) ? measures : undefined
}

const cache = new WeakMap<PartSummary, PartMeasures>()

/** The measures of a part as if it had no features. */
function measuresOfBox(summary: PartSummary): PartMeasures {
  const cached = cache.get(summary)
  if (cached) return cached

  const [length = 0, width = 0, thickness = 0] = [...summary.sizeMm].sort((a, b) => b - a)
  const measures: PartMeasures = {
    volumeMm3: summary.volumeMm3,
    areaMm2: summary.areaMm2,
    sizeMm: [length, width, thickness],
    freeformShare: 0,
    setups: 1,
    holes: [],
    turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 },
    undercutPercent: 0,
  }
  cache.set(summary, measures)

  return measures
}
