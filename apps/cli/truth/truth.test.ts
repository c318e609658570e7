import { findMaterial, processIds } from '@cotation/domain'
import { rulesFor } from '@cotation/geometry'
import { materialLimitsOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownFailures } from './known-failures.ts'
import { allParts } from './parts/all-parts.ts'
import { mendedFailures, reportText, unknownComplaints } from './report.ts'
import { runTable, type TableRun } from './run-table.ts'
import { precisionOf, recallOf, scoresByRule } from './scores.ts'

/** Rules that no part of this table can break, with the reason. */
const unreachableRules = {
  'file-type': 'files are recognised by content and refused before anything is judged',
  'multi-shell': 'each body of a file is a line of its own',
  'printed-thread': 'no service offers printed threads',
  'faces-invalid': 'our kernel writes valid faces only; brep-mass.test.ts moves one off its border',
}

/** The table takes over a minute of CPU time; a busy machine must not fail it. */
const runTimeoutMs = 900_000

/** All rules that judge parts in any process, in metal or plastic. */
function allRuleIds(): string[] {
  const materials = ['al-6061-t6', 'pom-c', ...allParts.flatMap(({ truths }) => truths.map(({ material }) => material))]
  const rules = [...new Set(materials)].flatMap((id) => {
    const material = findMaterial(packagedCatalogue, id)
    if (!material) throw new Error(`no material ${id}`)
    return material.processIds.flatMap((process) => rulesFor({ process, material: materialLimitsOf(material) }))
  })
  return [...new Set(rules.map(({ id }) => id))]
}

describe('the truth table', () => {
  let run: TableRun

  beforeAll(async () => {
    run = await runTable(allParts)
  }, runTimeoutMs)

  it('has at least 80 parts with distinct names, judged in every process, most in both formats', () => {
    expect(new Set(run.parts).size).toBe(run.parts.length)
    expect(run.parts.length).toBeGreaterThanOrEqual(80)
    expect(run.files).toBeGreaterThanOrEqual(160)
    expect(new Set(run.comparisons.map(({ process }) => process))).toEqual(new Set(processIds))
  })

  it('plants a fault for every rule that a part can break', () => {
    const planted = allParts.flatMap(({ truths }) => truths.flatMap(({ faults }) => Object.keys(faults ?? {})))
    const standing = ['sla-drift', 'cnc-needs-step']
    const covered = new Set([...planted, ...standing, ...Object.keys(unreachableRules)])
    expect(allRuleIds().filter((rule) => !covered.has(rule))).toEqual([])
  })

  it('finds every planted fault and reports nothing else, except for the known failures', () => {
    expect(unknownComplaints(run)).toEqual([])
  })

  it('has no known failure that was mended', () => {
    expect(mendedFailures(run)).toEqual([])
  })

  it('gives full recall and precision to the rules without a known failure', () => {
    const failing = knownFailures.flatMap(({ complaints }) => complaints)
    const sound = scoresByRule(run.comparisons).filter(({ name }) => !failing.some((text) => text.includes(` ${name}`)))

    expect(sound.length).toBeGreaterThan(30)
    for (const score of sound) {
      expect({ rule: score.name, recall: recallOf(score), precision: precisionOf(score) }).toEqual({
        rule: score.name,
        recall: 1,
        precision: 1,
      })
    }
  })

  it('prints precision and recall by rule and by process', () => {
    const report = reportText(run)
    expect(report).toMatch(/rule +planted +found +false alarms +false blocks +recall +precision/)
    expect(report).toMatch(/min-wall-mjf +\d+ +\d+/)
    expect(report).toMatch(/turning, STEP +\d+ +\d+/)
  })
})
