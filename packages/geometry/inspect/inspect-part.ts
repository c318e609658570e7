import type { RuleLimit, RuleLimits } from '@cotation/domain'
import type { ModelPlace } from '../model/facts.ts'
import type { Choice, Inspected } from './choice.ts'
import { isOver, isUnder } from './comparing.ts'
import type { Measured } from './measured.ts'
import { metricOf } from './metrics.ts'
import { allRules, type RuleId } from './rules/all-rules.ts'
import { type MetricName, metricUnits, type Unit } from './rules/metric-names.ts'
import {
  isFor,
  type Limit,
  type Operator,
  type Reference,
  type ResolveWay,
  type Rule,
  type Severity,
  severities,
} from './rules/rule.ts'
import { inForce } from './rules/rule-limits.ts'
import { longestSideMm } from './shape-metrics.ts'

/** One rule that a part does not keep: the measured value against the limit it passes, where, and what resolves it. */
export interface Finding {
  rule: RuleId
  severity: Severity
  metric: MetricName
  value: number | boolean | string
  limit: Limit
  unit: Unit
  /** Of the part, where `limit` is a size to compare it with: three sides, or diameter and length of a bar. */
  sizeMm?: readonly number[]
  /** Those past the limit, worst first. */
  places: ModelPlace[]
  resolve: ResolveWay[]
  autofix?: 'fill-holes'
  /** Working days that it adds. */
  leadDays?: number
}

const mostPlaces = 20

function isPast(op: '<' | '>', value: unknown, limit: unknown): boolean {
  if (typeof value !== 'number' || typeof limit !== 'number') return false
  return op === '<' ? isUnder(value, limit) : isOver(value, limit)
}

function breaches(op: Operator, value: number | boolean | string, limit: Limit): boolean {
  switch (op) {
    case '<':
    case '>':
      return isPast(op, value, limit)
    case '<=':
      return typeof value === 'number' && typeof limit === 'number' && value <= limit
    case '==':
      return value === limit
    case '!=':
      return value !== limit
    case 'outside':
      return Array.isArray(limit) && (isPast('<', value, limit[0]) || isPast('>', value, limit[1]))
    case 'notIn':
      return Array.isArray(limit) && !limit.includes(value)
  }
}

const isReference = (limit: Limit | Reference): limit is Reference => typeof limit === 'object' && 'from' in limit

/** The limits of a rule for this part and material, worst first. */
function limitsOf(
  rule: Rule,
  changed: RuleLimit | undefined,
  measured: Measured,
  part: Inspected,
  { material }: Choice,
): [Severity, Limit][] {
  const longestMm = longestSideMm(part)
  const row = rule.bySize?.find(([upToMm]) => !isOver(longestMm, upToMm)) ?? rule.bySize?.at(-1)
  const bySeverity: { [S in Severity]?: Limit | Reference | undefined } = {
    blocks: inForce(rule, row?.[1] ?? rule.blocks, changed?.blocks),
    warns: inForce(rule, row?.[2] ?? rule.warns, changed?.warns),
    informs: inForce(rule, rule.informs, changed?.informs),
  }
  if (rule.ownMinimum && typeof bySeverity.warns === 'number')
    bySeverity.warns = Math.max(bySeverity.warns, material[rule.ownMinimum])
  if (rule.sparedFromMm !== undefined && !isUnder(longestMm, rule.sparedFromMm)) bySeverity.warns = undefined

  return severities.flatMap((severity): [Severity, Limit][] => {
    const limit = bySeverity[severity]
    const known = limit !== undefined && isReference(limit) ? measured.reference : limit
    return known === undefined ? [] : [[severity, known]]
  })
}

/** The places past the limit, worst first. */
const placesOf = (op: Operator, measured: Measured, limit: Limit): ModelPlace[] =>
  measured.spots
    .filter(({ value }) => value === undefined || breaches(op, value, limit))
    .sort((a, b) => ((a.value ?? 0) - (b.value ?? 0)) * (op === '>' ? -1 : 1))
    .flatMap(({ place }) => (place ? [place] : []))
    .slice(0, mostPlaces)

const lastResort: Record<Severity, readonly ResolveWay[]> = {
  blocks: ['ask-expert'],
  warns: ['accept-risk'],
  informs: [],
}

function findingOf(
  rule: Rule & { id: RuleId },
  changed: RuleLimit | undefined,
  part: Inspected,
  choice: Choice,
): Finding | undefined {
  const measured = metricOf(rule.metric, part, choice)
  if (measured === undefined) return undefined

  const limits = limitsOf(rule, changed, measured, part, choice)
  const passed = limits.find(([, limit]) => breaches(rule.op, measured.value, limit))
  if (passed === undefined) return undefined

  const [level, limit] = passed
  const isEased = rule.downgrade !== undefined && choice.configuration?.[rule.downgrade.when] === true
  const severity = isEased && level === 'blocks' ? 'warns' : level

  return {
    rule: rule.id,
    severity,
    metric: rule.metric,
    value: measured.value,
    limit: measured.compared?.limitMm ?? limit,
    unit: metricUnits[rule.metric],
    ...(measured.compared && { sizeMm: measured.compared.sizeMm }),
    places: placesOf(rule.op, measured, limit),
    resolve: [...rule.resolve, ...lastResort[severity]],
    ...(rule.autofix && { autofix: rule.autofix }),
    ...(rule.leadDays !== undefined && { leadDays: rule.leadDays }),
  }
}

/**
 * What stands against making a part (lengths in mm) by the chosen process in the chosen material, worst first; equally
 * severe findings keep the order of the rules. What was not measured or not ordered is not judged. `changed` are limits that
 * staff set at run time, by rule: null switches a severity off, what is absent is as packaged.
 */
export function inspectPart(part: Inspected, choice: Choice, changed: RuleLimits = {}): Finding[] {
  const findings = allRules
    .filter((rule) => rule.processes.includes(choice.process) && isFor(rule, choice.material))
    .flatMap((rule) => findingOf(rule, changed[rule.id], part, choice) ?? [])
  return findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}
