import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  findMaterial,
  type MaterialWay,
  materialWays,
  type PartMeasures,
  type ProcessId,
  type TechnologySlug,
} from '@cotation/domain'
import { type InspectedPart, judgeLine } from '#pricing/line/judge-line.ts'
import { materialLimitsOf } from '#pricing/line/material-limits.ts'
import {
  castQuantities,
  type Preference,
  type ProcessReason,
  preferredProcesses,
  seriesPreference,
} from './preferred-processes.ts'

/** A part whose findings are checked as soon as its analysis is known. */
export type MeasuredPart = InspectedPart | { measures: PartMeasures }

interface ProcessRequest {
  quantity: number
  /** Whether the customer wants a metal. */
  isMetal?: boolean
  /** The technology that the customer chose; null if the part decides. */
  technology?: TechnologySlug | null
}

export interface ProcessSuggestion {
  /** Ways to make the part, the most suitable first: one material for each process. */
  ways: readonly MaterialWay[]
  /** The processes that suit the part about as well as the first. */
  suited: readonly ProcessId[]
  reason: ProcessReason
}

/** A new line in a material and process, with the defaults of both. */
export const configurationFor = (
  part: PartMeasures,
  { materialId, process }: MaterialWay,
  quantity: number,
  catalogue: Catalogue,
): Configuration => ({ ...defaultConfiguration(part, materialId, catalogue, quantity), process })

/** A way that a customer could order the part in, if needed after accepting a risk. */
interface OpenWay extends MaterialWay {
  /** The price of the line, in cents of USD. */
  lineMinor: number
  /** Whether the customer has to accept a risk first. */
  needsDecision: boolean
  /** Machined from a mesh: holes and radii are estimated from its facets. */
  isEstimated: boolean
}

function openWay(part: MeasuredPart, way: MaterialWay, quantity: number, catalogue: Catalogue): OpenWay | undefined {
  const { standing, price, findings } = judgeLine({
    part: 'body' in part ? part : { ...part, findings: [] },
    // The question about the unit concerns every process alike.
    measured: undefined,
    configuration: configurationFor(part.measures, way, quantity, catalogue),
    acceptances: [],
    expert: undefined,
    catalogue,
  })
  const { faults, blocking, beyondAutomatic, openWarnings } = standing
  if (!price || faults > 0 || blocking > 0 || beyondAutomatic) return undefined

  const isEstimated = findings.some(({ finding }) => finding.rule === 'cnc-needs-step')
  return { ...way, lineMinor: price.linePrice.minor, needsDecision: openWarnings > 0, isEstimated }
}

/** The first material of each process that fits the part, in the sequence of the processes. */
function offeredWays(part: PartMeasures, processes: readonly ProcessId[], catalogue: Catalogue): MaterialWay[] {
  const ways = materialWays(part, catalogue).filter(({ fault }) => fault === undefined)

  return processes.flatMap((process) => {
    const way = ways.find((one) => one.process === process)
    return way ? [{ materialId: way.material.id, process }] : []
  })
}

/** Clearly more expensive: from this many times the price of another process for the part. */
const clearlyMoreExpensive = 1.5

/** What is chosen from the open ways. */
interface Choice {
  way: OpenWay
  suited: readonly ProcessId[]
  reason: ProcessReason
}

/** Only by price: the first way that is not clearly more expensive than the cheapest. */
function affordableWay(ways: readonly OpenWay[]): OpenWay | undefined {
  const lowestMinor = Math.min(...ways.map(({ lineMinor }) => lineMinor))
  return ways.find(({ lineMinor }) => lineMinor < clearlyMoreExpensive * lowestMinor)
}

/** A way to make a mesh as it is, at about the price of machining it after a decision. */
function readyWay(open: readonly OpenWay[], machined: OpenWay): OpenWay | undefined {
  const ready = open.filter(({ needsDecision }) => !needsDecision)
  return affordableWay(ready.filter(({ lineMinor }) => lineMinor < clearlyMoreExpensive * machined.lineMinor))
}

/** The way that the shape calls for. If it is not open, the price decides between the others. */
function choiceForShape(open: readonly OpenWay[], { best, reason }: Preference, quantity: number): Choice | undefined {
  const suitable = open.find(({ process }) => best.includes(process))
  const ready = suitable?.isEstimated ? readyWay(open, suitable) : undefined
  if (suitable && ready) {
    return { way: ready, suited: [ready.process], reason: { id: 'mesh', values: {}, refused: suitable.process } }
  }

  if (suitable) return { way: suitable, suited: best, reason }

  const way = affordableWay(open)
  const [refused] = best
  if (!way || !refused) return undefined

  const { min } = castQuantities
  const isMould = way.process === 'casting' && quantity < min
  const remaining: ProcessReason = { id: 'remaining', values: {}, refused }
  return { way, suited: [way.process], reason: isMould ? { id: 'mould', values: { min } } : remaining }
}

/** Casting instead of what the shape calls for, unless it is clearly more expensive. */
function choiceForSeries(
  open: readonly OpenWay[],
  series: Preference | undefined,
  shape: Choice | undefined,
): Choice | undefined {
  const way = open.find(({ process }) => series?.best.includes(process))
  if (!series || !shape || !way || way.lineMinor >= clearlyMoreExpensive * shape.way.lineMinor) return undefined

  return { way, suited: series.best, reason: series.reason }
}

/** A metal if the customer wants one and a metal is open. */
function wantedWays(open: readonly OpenWay[], isMetal: boolean, catalogue: Catalogue): readonly OpenWay[] {
  const metals = open.filter(({ materialId }) => {
    const material = findMaterial(catalogue, materialId)
    return material !== undefined && materialLimitsOf(material).isMetal
  })
  return isMetal && metals.length > 0 ? metals : open
}

/**
 * The processes that suit a part, with the reason for the first. Those that `judgeLine` would block
 * are left out, unless it blocks all of them. Stays within a technology, unless the part fits none of
 * its machines. Undefined if the part fits no machine.
 */
export function suggestProcess(
  part: MeasuredPart,
  { quantity, isMetal = false, technology = null }: ProcessRequest,
  catalogue: Catalogue,
): ProcessSuggestion | undefined {
  const preference = preferredProcesses(part.measures, isMetal)
  const offered = offeredWays(part.measures, [...preference.best, ...preference.others], catalogue)

  const chosen = catalogue.technologies.find(({ slug }) => slug === technology)
  const within = offered.filter(({ process }) => chosen?.processIds.includes(process) ?? true)
  const ways = within.length > 0 ? within : offered
  const [first] = ways
  if (!first) return undefined

  const open = ways.flatMap((way) => openWay(part, way, quantity, catalogue) ?? [])
  const wanted = wantedWays(open, isMetal, catalogue)
  const shape = choiceForShape(wanted, preference, quantity)
  const choice = choiceForSeries(wanted, seriesPreference(part.measures, quantity, isMetal), shape) ?? shape
  if (!choice) return { ways, suited: [first.process], reason: { id: 'none', values: {} } }

  const { way, suited, reason } = choice
  const others = open.filter((other) => other !== way)
  return { ways: [way, ...others].map(({ materialId, process }) => ({ materialId, process })), suited, reason }
}

/** The way that a new line starts with. Undefined if the part fits no machine. */
export const firstWay = (
  part: MeasuredPart,
  technology: TechnologySlug | null,
  quantity: number,
  catalogue: Catalogue,
): MaterialWay | undefined => suggestProcess(part, { quantity, technology }, catalogue)?.ways[0]
