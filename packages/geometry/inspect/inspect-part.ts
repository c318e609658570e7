import type { RuleLimit, RuleLimits } from '@cotation/domain'
import { isOver, isUnder } from './compare-limit.ts'
import type { Finding, FoundPlace } from './finding.ts'
import type { Choice, InspectedBody } from './inspection-request.ts'
import type { Measurement, Spot } from './measurement.ts'
import { measureMetric } from './metrics.ts'
import { allRules, type RuleId } from './rules/all-rules.ts'
import { metricAccuracy, metricUnits } from './rules/metric-names.ts'
import {
  appliesTo,
  type Extent,
  type Limit,
  type Reference,
  type ResolveWay,
  type Rule,
  type Severity,
  severities,
} from './rules/rule.ts'
import { figureInForce, limitInForce } from './rules/rule-limits.ts'
import { onePerPlace } from './same-place.ts'
import { longestSideMm } from './shape-metrics.ts'

const maxLocations = 20

function isBeyond(op: '<' | '>', value: unknown, limit: unknown, accuracyShare?: number): boolean {
  if (typeof value !== 'number' || typeof limit !== 'number') return false
  return op === '<' ? isUnder(value, limit, accuracyShare) : isOver(value, limit, accuracyShare)
}

function breaches({ op, metric }: Rule, value: number | boolean | string, limit: Limit): boolean {
  switch (op) {
    case '<':
    case '>':
      return isBeyond(op, value, limit, metricAccuracy[metric])
    case '<=':
      return typeof value === 'number' && typeof limit === 'number' && value <= limit
    case '==':
      return value === limit
    case '!=':
      return value !== limit
    case 'outside':
      return Array.isArray(limit) && (isBeyond('<', value, limit[0]) || isBeyond('>', value, limit[1]))
    case 'notIn':
      return Array.isArray(limit) && !limit.includes(value)
  }
}

const isReference = (limit: Limit | Reference): limit is Reference => typeof limit === 'object' && 'from' in limit

/** The limits of a rule for this part and material, worst first; references are unresolved. */
function limitsOf(
  rule: Rule,
  changed: RuleLimit | undefined,
  part: InspectedBody,
  { material }: Choice,
): [Severity, Limit | Reference][] {
  const longestMm = longestSideMm(part)
  const row = rule.bySize?.find(([upToMm]) => !isOver(longestMm, upToMm)) ?? rule.bySize?.at(-1)
  const bySeverity: { [S in Severity]?: Limit | Reference | undefined } = {
    blocks: limitInForce(rule, row?.[1] ?? rule.blocks, changed?.blocks),
    warns: limitInForce(rule, row?.[2] ?? rule.warns, changed?.warns),
    informs: limitInForce(rule, rule.informs, changed?.informs),
  }

  if (rule.ownMinimum && typeof bySeverity.warns === 'number') {
    bySeverity.warns = Math.max(bySeverity.warns, material[rule.ownMinimum])
  }
  if (rule.exemptFromMm !== undefined && !isUnder(longestMm, rule.exemptFromMm)) bySeverity.warns = undefined

  return severities.flatMap((severity): [Severity, Limit | Reference][] => {
    const limit = bySeverity[severity]
    return limit === undefined ? [] : [[severity, limit]]
  })
}

/** The measurement without the places that are too large or too small for the rule to matter. */
function relevantOf(rule: Rule, changed: RuleLimit | undefined, measured: Measurement): Measurement | undefined {
  const fromMm = figureInForce(rule.fromMm, changed?.fromMm)
  const enoughMm = figureInForce(rule.enoughMm, changed?.enoughMm)
  const isRelevant = ({ sizeMm }: Spot): boolean => {
    if (sizeMm === undefined) return true
    const isTooSmall = fromMm !== undefined && isUnder(sizeMm, fromMm)
    const isLargeEnough = enoughMm !== undefined && !isUnder(sizeMm, enoughMm)
    return !isTooSmall && !isLargeEnough
  }

  const spots = measured.spots.filter(isRelevant)
  if (spots.length === measured.spots.length) return measured

  if (measured.isCount) return { ...measured, spots, value: spots.length }

  const values = spots.flatMap(({ value }) => value ?? [])
  if (values.length === 0) return undefined
  return { ...measured, spots, value: rule.op === '<' ? Math.min(...values) : Math.max(...values) }
}

const isAtLeast = (extent: Extent, least: Extent): boolean =>
  extent.areaMm2 >= least.areaMm2 || extent.sharePct >= least.sharePct

interface Breach {
  severity: Severity
  limit: Limit
  extent?: Extent
}

/**
 * The worst severity whose limit the measurement breaches, to an extent that matters. A breach that
 * is too small for every severity informs.
 */
function worstBreach(
  rule: Rule,
  changed: RuleLimit | undefined,
  measured: Measurement,
  limits: readonly [Severity, Limit | Reference][],
): Breach | undefined {
  const minExtents = {
    blocks: figureInForce(rule.blocksFrom, changed?.blocksFrom),
    warns: figureInForce(rule.warnsFrom, changed?.warnsFrom),
    informs: undefined,
  }

  let slight: Breach | undefined

  for (const [severity, given] of limits) {
    const limit = isReference(given) ? measured.reference : given
    if (limit === undefined || !breaches(rule, measured.value, limit)) continue

    const extent = typeof limit === 'number' ? measured.extentBeyond?.(limit) : undefined
    const breach: Breach = { severity, limit, ...(extent && { extent }) }
    const minExtent = minExtents[severity]
    if (!extent || !minExtent || isAtLeast(extent, minExtent)) return breach

    slight = { ...breach, severity: 'informs' }
  }

  return slight
}

/** Locations beyond the limit, worst first. */
const locationsOf = (rule: Rule, measured: Measurement, limit: Limit): FoundPlace[] =>
  measured.spots
    .filter(({ value }) => value === undefined || breaches(rule, value, limit))
    .sort((a, b) => ((a.value ?? 0) - (b.value ?? 0)) * (rule.op === '>' ? -1 : 1))
    .flatMap(({ place, value, sizeMm, areaBeyondMm2 }): FoundPlace[] => {
      if (!place) return []

      const areaMm2 = typeof limit === 'number' ? areaBeyondMm2?.(limit) : undefined
      return [
        {
          ...place,
          ...(areaMm2 !== undefined && { areaMm2 }),
          ...(value !== undefined && { value }),
          ...(sizeMm !== undefined && { sizeMm }),
        },
      ]
    })
    .slice(0, maxLocations)

const lastResort: Record<Severity, readonly ResolveWay[]> = {
  blocks: ['ask-expert'],
  warns: ['accept-risk'],
  informs: [],
}

function findingOf(
  rule: Rule & { id: RuleId },
  changed: RuleLimit | undefined,
  part: InspectedBody,
  choice: Choice,
): Finding | undefined {
  const whole = measureMetric(rule.metric, part, choice)
  const measured = whole && relevantOf(rule, changed, whole)
  if (measured === undefined) return undefined

  const breach = worstBreach(rule, changed, measured, limitsOf(rule, changed, part, choice))
  if (breach === undefined) return undefined

  const { limit, extent } = breach
  const isDowngraded = rule.downgrade !== undefined && choice.configuration?.[rule.downgrade.when] === true
  const severity = isDowngraded && breach.severity === 'blocks' ? 'warns' : breach.severity

  return {
    rule: rule.id,
    severity,
    metric: rule.metric,
    value: measured.value,
    limit: measured.compared?.limitMm ?? limit,
    unit: metricUnits[rule.metric],
    ...(measured.compared && { sizeMm: measured.compared.sizeMm }),
    ...(extent && { extent }),
    places: locationsOf(rule, measured, limit),
    resolve: [...rule.resolve, ...lastResort[severity]],
    ...(rule.autofix && { autofix: rule.autofix }),
    ...(rule.leadDays !== undefined && { leadDays: rule.leadDays }),
  }
}

/** Whether the rule compares with anything: staff may have switched all its limits off. */
function hasLimit(rule: Rule, changed: RuleLimit | undefined): boolean {
  const packaged = (severity: Severity) =>
    rule[severity] ?? (severity === 'informs' ? undefined : rule.bySize?.[0]?.[1])
  return severities.some((severity) => limitInForce(rule, packaged(severity), changed?.[severity]) !== undefined)
}

/** The rules that judge every part of this process and material. */
export const rulesFor = (choice: Choice, changed: RuleLimits = {}): (Rule & { id: RuleId })[] =>
  allRules.filter(
    (rule) =>
      rule.processes.includes(choice.process) && appliesTo(rule, choice.material) && hasLimit(rule, changed[rule.id]),
  )

/**
 * Findings on a part for a process and a material, worst first, then in the sequence of the rules;
 * each thin place is reported once. Metrics without a value are skipped. `changed` holds limits set
 * by staff, by rule: null switches a severity off, a missing one keeps the packaged limit.
 */
export function inspectPart(part: InspectedBody, choice: Choice, changed: RuleLimits = {}): Finding[] {
  const findings = rulesFor(choice, changed).flatMap((rule) => findingOf(rule, changed[rule.id], part, choice) ?? [])
  return onePerPlace(findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)))
}
