import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allRules } from './all-rules.ts'
import { metricNames } from './metric-names.ts'
import { type Limit, type Reference, type Rule, resolveWays, riskKinds } from './rule.ts'

const catalogue = join(import.meta.dirname, '../../../../../shared/catalogue/manufacturability.json')

/** A rule in the format of the reference catalogue. */
function catalogueRow(rule: Rule) {
  const limit = (written: Limit | Reference | undefined) => {
    if (typeof written !== 'object' || !('from' in written)) return written
    return written.from === 'line.quantity' ? written.from : `threadTable.${written.from}`
  }
  return {
    id: rule.id,
    processes: rule.processes,
    metric: rule.metric,
    op: rule.op,
    block: limit(rule.blocks),
    warn: limit(rule.warns),
    info: limit(rule.informs),
    bySize: rule.bySize,
    families: rule.families,
    autofix: rule.autofix?.replace('-', ' '),
    leadDays: rule.leadDays,
    downgradeTo: rule.downgrade && 'warn',
    downgradeWhen: rule.downgrade && 'user fills the void solid',
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Rules that the reference catalogue does not have; the first three only tell how a file was read. */
const added: readonly string[] = [
  'faces-invalid',
  'left-out-fragments',
  'left-out-surfaces',
  'undercut-slot',
  'undercut-turning',
  'closed-void-cnc',
  'slanted-turning',
  'slender-bar',
]

const reasons = readFileSync(join(import.meta.dirname, '../../../../docs/manufacturability.md'), 'utf8')

describe('the rules', () => {
  it('each have the reason of their limits in the documentation', () => {
    expect(allRules.map(({ id }) => id).filter((id) => !reasons.includes(`\`${id}\``))).toEqual([])
  })

  it('are 78, each with a unique id, a limit and a remedy', () => {
    expect(new Set(allRules.map(({ id }) => id)).size).toBe(78)
    for (const rule of allRules) {
      expect([rule.blocks, rule.warns, rule.informs, rule.bySize].some((limit) => limit !== undefined)).toBe(true)
      expect(rule.resolve.length).toBeGreaterThan(0)
    }
  })

  it('use every metric and every remedy', () => {
    expect([...new Set(allRules.map(({ metric }) => metric))].sort()).toEqual([...metricNames].sort())
    const used = new Set<string>(allRules.flatMap(({ resolve }) => resolve))
    expect(resolveWays.filter((way) => !used.has(way))).toEqual(['accept-risk', 'ask-expert'])
  })

  it('name a kind of risk only if they can warn, and use every kind', () => {
    const risky = allRules.filter(({ risk }) => risk !== undefined)
    for (const { id, warns, downgrade } of risky) expect(warns ?? downgrade?.to, id).toBeDefined()
    expect([...new Set(risky.map(({ risk }) => risk))].sort()).toEqual([...riskKinds])
  })

  it('sort their limits: what blocks would also warn and inform', () => {
    for (const { id, op, blocks, warns, informs, bySize } of allRules) {
      const rows = bySize?.map(([, block, warn]) => [block, warn]) ?? [[blocks, warns, informs]]
      for (const row of rows) {
        const limits = row.filter((limit) => typeof limit === 'number')
        const sorted = [...limits].sort((a, b) => (op === '<' ? a - b : b - a))
        expect(limits, id).toEqual(sorted)
      }
    }
  })
})

describe.skipIf(!existsSync(catalogue))('the rules', () => {
  it('have the figures of the reference catalogue', () => {
    const { dfmRules } = JSON.parse(readFileSync(catalogue, 'utf8')) as {
      dfmRules: { id: string; message?: unknown; note?: unknown }[]
    }
    const written = dfmRules.map(({ message: _, note: __, ...figures }) => figures)
    const ours = allRules.filter(({ id }) => !added.includes(id)).map(catalogueRow)
    expect(JSON.parse(JSON.stringify(ours.sort(byId)))).toEqual(written.sort(byId))
  })
})
