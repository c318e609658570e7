import type { RuleLimits } from '@cotation/domain'
import { allRules } from './all-rules.ts'
import { type Limit, type Reference, type Rule, severities } from './rule.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function isRange(limit: Limit): boolean {
  if (!Array.isArray(limit) || limit.length !== 2) return false
  const [from, to] = limit as readonly unknown[]
  return isNumber(from) && isNumber(to) && from <= to
}

/** Whether a rule can compare with such a limit: a text in the place of a number would switch the rule off unseen. */
export function suits(rule: Rule, limit: Limit): boolean {
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

/** The limit in force: the changed one, none where it was switched off, else that of the rule. */
export function inForce(
  rule: Rule,
  packaged: Limit | Reference | undefined,
  changed: Limit | null | undefined,
): Limit | Reference | undefined {
  if (changed === null) return undefined
  return changed !== undefined && suits(rule, changed) ? changed : packaged
}

export interface RuleLimitFault {
  path: string
  problem: 'UNKNOWN_RULE' | 'LIMIT_UNSUITED'
}

/** What is wrong with changed limits, by place (`min-hole-sla.warns`): an unknown rule, or a limit it cannot compare with. */
export function ruleLimitFaults(changed: RuleLimits): RuleLimitFault[] {
  return Object.entries(changed).flatMap(([id, limits]): RuleLimitFault[] => {
    const rule = allRules.find((known) => known.id === id)
    if (!rule) return [{ path: id, problem: 'UNKNOWN_RULE' }]
    return severities.flatMap((severity): RuleLimitFault[] => {
      const limit = limits[severity]
      const isSound = limit === undefined || limit === null || suits(rule, limit)
      return isSound ? [] : [{ path: `${id}.${severity}`, problem: 'LIMIT_UNSUITED' }]
    })
  })
}
