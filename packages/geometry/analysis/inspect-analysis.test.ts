import { describe, expect, it } from 'vitest'
import { aMaterial } from '../inspect/rules/material-limits.fixture.ts'
import { box, merge } from '../solids/solids.ts'
import { analysed } from './analysed.fixture.ts'
import { inspectAnalysis, inspectBody } from './inspect-analysis.ts'

const milling = { process: 'milling', material: aMaterial('milling', { isMetal: true }) } as const

describe('findings of a file of several bodies', () => {
  it('say once what is so of the file, and of each body what is so of it', async () => {
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

  it('of one body made as a line of its own do not speak of its neighbours', async () => {
    const two = await analysed(merge(box([20, 20, 20]), box([30, 30, 0.3], [50, 0, 0])))
    const rules = two.bodies.map((body) =>
      inspectBody(two, body, 'two.stl', milling)
        .map(({ rule }) => rule)
        .sort(),
    )
    expect(rules).toEqual([['cnc-needs-step'], ['cnc-needs-step', 'min-size-cnc', 'min-wall-cnc-metal']])
  })

  it('keep to the limits that staff changed', async () => {
    const foil = await analysed(box([30, 30, 0.3]))
    const changed = { 'cnc-needs-step': { warns: null }, 'min-size-cnc': { blocks: 0.2 } }
    const found = inspectAnalysis(foil, 'foil.stl', milling, changed).map(
      ({ finding }) => `${finding.severity} ${finding.rule}`,
    )
    expect(found).toEqual(['blocks min-wall-cnc-metal', 'warns min-size-cnc'])
  })
})
