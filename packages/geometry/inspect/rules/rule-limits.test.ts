import type { RuleLimit, RuleLimits } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { allRules, type RuleId } from './all-rules.ts'
import { severities } from './rule.ts'
import { limitInForce, ruleLimitFaults } from './rule-limits.ts'

function ruleOf(id: RuleId) {
  const rule = allRules.find((one) => one.id === id)
  if (!rule) throw new Error(id)
  return rule
}

describe('the limit in force', () => {
  it.each([
    ['the packaged one if nothing was changed', undefined, 1],
    ['absent if it was switched off', null, undefined],
    ['the changed one', 2, 2],
    ['the changed one even if it is zero', 0, 0],
    ['the packaged one if the changed one has another type', 'two', 1],
  ])('is %s', (_, changed, expected) => {
    expect(limitInForce(ruleOf('min-hole-sla'), 1, changed)).toBe(expected)
  })
})

describe('changed limits', () => {
  it('have no fault as packaged', () => {
    const packaged = Object.fromEntries(
      allRules.map((rule) => [
        rule.id,
        Object.fromEntries(
          severities.flatMap((severity) => {
            const limit = rule[severity]
            return limit === undefined || (typeof limit === 'object' && 'from' in limit) ? [] : [[severity, limit]]
          }),
        ),
      ]),
    ) as RuleLimits

    expect(ruleLimitFaults(packaged)).toEqual([])
    expect(ruleLimitFaults({})).toEqual([])
  })

  it.each<[RuleId, RuleLimit, string[]]>([
    ['min-hole-sla', { blocks: 0, warns: null }, []],
    ['min-hole-sla', { blocks: Number.NaN }, ['blocks']],
    ['min-hole-sla', { blocks: Number.POSITIVE_INFINITY, warns: true }, ['blocks', 'warns']],
    ['mesh-inverted', { informs: 0.1 }, []],
    ['mesh-inverted', { informs: 'zero' }, ['informs']],
    ['hole-depth-am', { blocks: [1, 2] }, ['blocks']],
    ['unit-suspect', { warns: [1, 900] }, []],
    ['unit-suspect', { warns: [5, 5] }, []],
    ['unit-suspect', { warns: [900, 1] }, ['warns']],
    ['unit-suspect', { warns: [1] }, ['warns']],
    ['unit-suspect', { warns: [1, 2, 3] }, ['warns']],
    ['unit-suspect', { warns: [1, '2'] }, ['warns']],
    ['unit-suspect', { warns: 900 }, ['warns']],
    ['file-type', { blocks: ['.stl'] }, []],
    ['file-type', { blocks: [] }, ['blocks']],
    ['file-type', { blocks: ['.stl', 3] }, ['blocks']],
    ['file-type', { blocks: '.stl' }, ['blocks']],
    ['cnc-needs-step', { informs: 'mesh' }, []],
    ['cnc-needs-step', { warns: true }, ['warns']],
    ['sla-drift', { informs: true }, []],
    ['sla-drift', { informs: 'always' }, ['informs']],
    ['anodize-qty', { blocks: 3 }, ['blocks']],
    ['anodize-qty', { blocks: [3] }, ['blocks']],
    ['hole-edge-distance', { enoughMm: 5 }, []],
    ['hole-edge-distance', { enoughMm: null, fromMm: 2 }, ['fromMm']],
    ['min-wall-mjf', { blocksFrom: { areaMm2: 10, sharePct: 1 }, warnsFrom: null }, []],
    ['min-hole-sla', { blocksFrom: { areaMm2: 10, sharePct: 1 } }, ['blocksFrom']],
  ])('are checked by severity: %s with %j', (id, limits, faulty) => {
    expect(ruleLimitFaults({ [id]: limits })).toEqual(
      faulty.map((severity) => ({ path: `${id}.${severity}`, problem: 'LIMIT_UNSUITED' })),
    )
  })

  it('are reported if their rule is unknown', () => {
    expect(ruleLimitFaults({ 'min-hole-slq': { warns: 1 } })).toEqual([
      { path: 'min-hole-slq', problem: 'UNKNOWN_RULE' },
    ])
  })
})
