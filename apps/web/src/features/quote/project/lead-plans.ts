import { type Catalogue, type Configuration, type LeadTier, leadTiers, type TechnologySlug } from '@cotation/domain'
import { type LinePrice, leadChoices, priceLine, withChargedLead } from '@cotation/pricing'
import { datedLines } from '#features/quote/workspace/delivery-date.ts'
import { shownPrice, totalOf } from '#features/quote/workspace/line-price.ts'
import { isEditable, type LineEdit, type WorkLine } from '#features/quote/workspace/work-line.ts'

/** The project with every line in a tier, or in the next slower one that it has. */
export interface LeadPlan {
  lead: LeadTier
  /** What the project would cost (cents): its total, or what awaits a decision if nothing is ready. */
  minor: number
  isUndecided: boolean
  /** Lead time of the slowest line of that total; undefined if none has one. */
  workingDays: number | undefined
  /** Empty if the project is like this already. */
  edits: readonly LineEdit[]
}

interface PlannedLine {
  configuration: Configuration
  price: LinePrice | undefined
}

/** A line in each tier that it offers. */
type LinePlans = ReadonlyMap<LeadTier, PlannedLine>

interface KnownLine {
  catalogue: Catalogue
  plans: LinePlans
  /** The tier that the line is charged for now; undefined before it is configured. */
  charged: LeadTier | undefined
}

/** Lines that keep their lead time: locked ones, and those that an expert has priced. */
function isPlanned(line: WorkLine): boolean {
  const price = shownPrice(line)
  return isEditable(line) && price !== undefined && price.by !== 'expert'
}

// Lines are new objects when they change, so one edit in a large project prices one line again.
const cache = new WeakMap<WorkLine, KnownLine>()

/** Prices a line in each tier that it offers, unless that is known. */
export function planLine(line: WorkLine, catalogue: Catalogue): KnownLine {
  const before = cache.get(line)
  if (before?.catalogue === catalogue) return before

  const plans = new Map<LeadTier, PlannedLine>()
  const { part, configuration } = line
  if (part && configuration && isPlanned(line)) {
    for (const { lead, fault } of leadChoices(part, configuration, catalogue)) {
      if (fault) continue
      const planned = { ...configuration, lead }
      const verdict = priceLine(part, planned, catalogue)
      plans.set(lead, { configuration: planned, price: verdict.ok ? verdict.price : undefined })
    }
  }

  const charged = part && configuration ? withChargedLead(part, configuration, catalogue).lead : undefined
  const known = { catalogue, plans, charged }
  cache.set(line, known)
  return known
}

/** The wanted tier of a line, else the next slower one that it has, else the next faster one. */
function nearestTier(plans: LinePlans, wanted: LeadTier): PlannedLine | undefined {
  const at = leadTiers.indexOf(wanted)
  const bySlowness = [...leadTiers.slice(0, at + 1).toReversed(), ...leadTiers.slice(at + 1)]
  const lead = bySlowness.find((one) => plans.has(one))
  return lead && plans.get(lead)
}

function planOf(lead: LeadTier, lines: readonly WorkLine[], service: TechnologySlug, catalogue: Catalogue): LeadPlan {
  const edits: LineEdit[] = []
  const planned = lines.map((line): WorkLine => {
    const { plans, charged } = planLine(line, catalogue)
    const plan = nearestTier(plans, lead)
    if (!plan || plan.configuration.lead === charged) return line

    edits.push({ lineId: line.id, configuration: plan.configuration })
    return { ...line, ...plan }
  })

  const { ready, undecided, analysing } = totalOf(planned, service, catalogue)
  const days = datedLines(planned).flatMap((line) => shownPrice(line)?.workingDays ?? [])

  return {
    lead,
    minor: ready.lines > 0 ? ready.minor : undecided.minor + analysing.minor,
    isUndecided: ready.lines === 0,
    workingDays: days.length > 0 ? Math.max(...days) : undefined,
    edits,
  }
}

/** Whether a slower tier has the same date. The one that the project has now stays in any case. */
function bringsNothing({ workingDays, edits }: LeadPlan, slower: readonly LeadPlan[]): boolean {
  if (workingDays === undefined || edits.length === 0) return false
  return slower.some((other) => other.workingDays !== undefined && other.workingDays <= workingDays)
}

/**
 * The tiers that at least one line offers, from slow to fast, each for the whole project. Only those
 * that bring it forward: a line that awaits a decision may have a tier that the project's date lacks.
 */
export function leadPlans(
  lines: readonly WorkLine[],
  service: TechnologySlug,
  catalogue: Catalogue,
): readonly LeadPlan[] {
  const offered = new Set(lines.flatMap((line) => [...planLine(line, catalogue).plans.keys()]))
  const plans = leadTiers.filter((lead) => offered.has(lead)).map((lead) => planOf(lead, lines, service, catalogue))
  return plans.filter((plan, at) => !bringsNothing(plan, plans.slice(0, at)))
}
