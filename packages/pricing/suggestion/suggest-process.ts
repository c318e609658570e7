import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  type MaterialWay,
  materialWays,
  type PartMeasures,
  type ProcessId,
  type TechnologySlug,
} from '@cotation/domain'
import { type InspectedPart, judgeLine } from '#pricing/line/judge-line.ts'
import { type ProcessReason, preferredProcesses } from './preferred-processes.ts'

/** A part whose findings are checked as soon as its analysis is known. */
export type MeasuredPart = InspectedPart | { measures: PartMeasures }

/** How many of the part, and whether the customer wants it in metal. */
interface ProcessRequest {
  quantity: number
  isMetal?: boolean
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

/** Whether a customer could order the part this way, if needed after accepting a risk. */
function isOpen(part: MeasuredPart, way: MaterialWay, quantity: number, catalogue: Catalogue): boolean {
  const { standing } = judgeLine({
    part: 'body' in part ? part : { ...part, findings: [] },
    // The question about the unit concerns every process alike.
    measured: undefined,
    configuration: configurationFor(part.measures, way, quantity, catalogue),
    acceptances: [],
    expert: undefined,
    catalogue,
  })
  return standing.faults === 0 && standing.blocking === 0 && !standing.beyondAutomatic
}

/** The first material of each process that fits the part, in the sequence of the processes. */
function offeredWays(part: PartMeasures, processes: readonly ProcessId[], catalogue: Catalogue): MaterialWay[] {
  const ways = materialWays(part, catalogue).filter(({ fault }) => fault === undefined)

  return processes.flatMap((process) => {
    const way = ways.find((one) => one.process === process)
    return way ? [{ materialId: way.material.id, process }] : []
  })
}

/** What suits the part, and the ways that its measures allow, the most suitable first. */
function rankedWays(part: PartMeasures, { quantity, isMetal = false }: ProcessRequest, catalogue: Catalogue) {
  const preference = preferredProcesses(part, quantity, isMetal)
  return { ...preference, offered: offeredWays(part, [...preference.best, ...preference.others], catalogue) }
}

/**
 * The processes that suit a part, with the reason for the first. Those that `judgeLine` would block
 * are left out, unless it blocks all of them. Undefined if the part fits no machine.
 */
export function suggestProcess(
  part: MeasuredPart,
  request: ProcessRequest,
  catalogue: Catalogue,
): ProcessSuggestion | undefined {
  const { reason, best, offered } = rankedWays(part.measures, request, catalogue)
  const open = offered.filter((way) => isOpen(part, way, request.quantity, catalogue))

  const ways = open.length > 0 ? open : offered
  const [first] = ways
  const [refused] = best
  if (!first || !refused) return undefined

  if (open.length === 0) return { ways, suited: [first.process], reason: { id: 'none', values: {} } }
  if (best.includes(first.process)) return { ways, suited: best, reason }
  return { ways, suited: [first.process], reason: { id: 'remaining', values: {}, refused } }
}

/**
 * The way that a new line starts with: within the technology that the customer chose, unless the
 * part fits none of its machines. Undefined if it fits no machine at all.
 */
export function firstWay(
  part: MeasuredPart,
  technology: TechnologySlug | null,
  quantity: number,
  catalogue: Catalogue,
): MaterialWay | undefined {
  const { offered } = rankedWays(part.measures, { quantity }, catalogue)
  const chosen = catalogue.technologies.find(({ slug }) => slug === technology)

  const within = offered.filter(({ process }) => chosen?.processIds.includes(process) ?? true)
  const ways = within.length > 0 ? within : offered
  return ways.find((way) => isOpen(part, way, quantity, catalogue)) ?? ways[0]
}
