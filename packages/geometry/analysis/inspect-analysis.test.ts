import { describe, expect, it } from 'vitest'
import { aMaterial } from '../inspect/rules/material-limits.fixture.ts'
import { box, merge } from '../solids.ts'
import { analysed } from './analysis.fixture.ts'
import { inspectAnalysis, inspectBody } from './inspect-analysis.ts'

const milling = { process: 'milling', material: aMaterial('milling', { isMetal: true }) } as const

describe('findings on a file with several bodies', () => {
  it('list findings on the file once, then those of each body', async () => {
    const two = await analysed(merge(box([20, 20, 20]), box([30, 30, 0.3], [50, 0, 0])))
    const found = inspectAnalysis(two, 'two.stl', milling).map(
      ({ finding, body }) => `${body?.name ?? 'file'}: ${finding.rule}`,
    )

    expect(found).toEqual([
      'file: multi-shell',
      'file: cnc-needs-step',
      'Solid 2: min-size-cnc',
      'Solid 2: min-wall-cnc-metal',
    ])
  })

  it('omit those of other bodies in the file if one body is inspected', async () => {
    const two = await analysed(merge(box([20, 20, 20]), box([30, 30, 0.3], [50, 0, 0])))
    const rules = two.bodies.map((body) =>
      inspectBody(two, body, 'two.stl', milling)
        .map(({ rule }) => rule)
        .sort(),
    )
    expect(rules).toEqual([['cnc-needs-step'], ['cnc-needs-step', 'min-size-cnc', 'min-wall-cnc-metal']])
  })

  it('use the limits that staff changed', async () => {
    const foil = await analysed(box([30, 30, 0.3]))
    const changed = { 'cnc-needs-step': { warns: null }, 'min-size-cnc': { blocks: 0.2 } }
    const found = inspectAnalysis(foil, 'foil.stl', milling, changed).map(
      ({ finding }) => `${finding.severity} ${finding.rule}`,
    )
    expect(found).toEqual(['blocks min-wall-cnc-metal', 'warns min-size-cnc'])
  })
})
