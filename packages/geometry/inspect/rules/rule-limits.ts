import type { RuleLimits } from '@cotation/domain'
import { allRules } from './all-rules.ts'
import { type Limit, type Reference, type Rule, severities } from './rule.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function isRange(limit: Limit): boolean {
  if (!Array.isArray(limit) || limit.length !== 2) return false
  const [from, to] = limit as readonly unknown[]
  return isNumber(from) && isNumber(to) && from <= to
}

/** Whether the rule can compare with it: text instead of a number would silently disable it. */
function isComparable(rule: Rule, limit: Limit): boolean {
  switch (rule.op) {
    case '<':
    case '<=':
    case '>':
      return isNumber(limit)
    case 'outside':
      return isRange(limit)
    case 'notIn':
      return Array.isArray(limit) && limit.length > 0 && limit.every((one) => typeof one === 'string')
    case '==':
    case '!=':
      return !Array.isArray(limit) && severities.some((severity) => typeof rule[severity] === typeof limit)
  }
}

/** The limit that applies: the changed one if usable, none if switched off, else the packaged. */
export function limitInForce(
  rule: Rule,
  packaged: Limit | Reference | undefined,
  changed: Limit | null | undefined,
): Limit | Reference | undefined {
  if (changed === null) return undefined
  return changed !== undefined && isComparable(rule, changed) ? changed : packaged
}

/** A figure that applies beside the limits: the changed one, none if switched off, else packaged. */
export const figureInForce = <T>(packaged: T | undefined, changed: T | null | undefined): T | undefined =>
  changed === undefined ? packaged : (changed ?? undefined)

/** Figures beside the limits. A rule that has none of a kind does not use it. */
const figures = ['fromMm', 'enoughMm', 'blocksFrom', 'warnsFrom'] as const

export interface RuleLimitFault {
  path: string
  problem: 'UNKNOWN_RULE' | 'LIMIT_UNSUITED'
}

/** Unknown rules and unusable limits among changed limits; `path` is like `min-hole-sla.warns`. */
export function ruleLimitFaults(changed: RuleLimits): RuleLimitFault[] {
  return Object.entries(changed).flatMap(([id, limits]): RuleLimitFault[] => {
    const rule = allRules.find((known) => known.id === id)
    if (!rule) return [{ path: id, problem: 'UNKNOWN_RULE' }]

    const unsuitedLimits = severities.filter((severity) => {
      const limit = limits[severity]
      return limit !== undefined && limit !== null && !isComparable(rule, limit)
    })
    const unusedFigures = figures.filter((figure) => limits[figure] !== undefined && rule[figure] === undefined)

    return [...unsuitedLimits, ...unusedFigures].map((field) => ({
      path: `${id}.${field}`,
      problem: 'LIMIT_UNSUITED',
    }))
  })
}
