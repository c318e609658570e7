import { defaultConfiguration } from '@cotation/domain'
import { referenceParts } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { assignBodies } from './assign-bodies.ts'

const [reference] = referenceParts
if (!reference) throw new Error('no reference part')
const { measures } = reference

const body = (index: number, traits: { name?: string; per_file?: number; fingerprint?: string } = {}) => ({
  body_index: index,
  name: `Solide ${index + 1}`,
  per_file: 1,
  fingerprint: `f${index}`,
  measures,
  ...traits,
})

const line = {
  id: 'a',
  name: 'pompe.step',
  file_name: 'pompe.step',
  position: 1,
  body_index: null,
  configuration: null,
  revision: null,
}
const ground = { service: 'cnc', materialId: null, catalogue, facts: new Map(), room: 100 } as const

const chosen = {
  materialId: 'al-6061-t6',
  colourId: 'raw',
  toleranceId: 'iso2768-m',
  quantity: 7,
  lead: 'standard',
  services: [],
} as const

describe('the bodies of a file', () => {
  it('keep the line’s name if there is only one', () => {
    const placed = assignBodies(line, [body(0, { per_file: 4 })], ground)
    expect(placed).toMatchObject({
      assignment: { id: 'a', name: 'pompe.step', bodyIndex: 0, configuration: { quantity: 4 } },
      splits: [],
    })
  })

  it('become lines with their own names, or numbered after the file', () => {
    const placed = assignBodies(line, [body(0), body(1, { name: ' ' }), body(2, { name: 'x'.repeat(300) })], ground)
    expect(placed?.assignment.name).toBe('Solide 1')
    expect(placed?.splits.map(({ name }) => name)).toEqual(['pompe.step (2)', 'x'.repeat(200)])
    const long = assignBodies({ ...line, name: 'y'.repeat(200) }, [body(0, { name: '' }), body(1)], ground)
    expect(long?.assignment.name).toBe(`${'y'.repeat(196)} (1)`)
  })

  it('become no more lines than the project has room for', () => {
    const bodies = [body(0), body(1), body(2)]
    expect(assignBodies(line, bodies, { ...ground, room: 1 })?.splits).toHaveLength(1)
    expect(assignBodies(line, bodies, { ...ground, room: 0 })?.splits).toEqual([])
    expect(assignBodies(line, bodies, { ...ground, room: -3 })?.splits).toEqual([])
  })

  it('all start with the material that the customer came with, each with its own quantity', () => {
    const bodies = [body(0, { per_file: 2 }), body(1, { per_file: 9 })]
    const placed = assignBodies(line, bodies, { ...ground, materialId: 'ss-316l' })
    expect(placed?.assignment.configuration).toMatchObject({ materialId: 'ss-316l', quantity: 2 })
    expect(placed?.splits[0]?.configuration).toMatchObject({ materialId: 'ss-316l', quantity: 9 })
  })

  it('start within the chosen service, or with the process that suits the part', () => {
    const flat = {
      ...body(0),
      measures: { ...measures, sizeMm: [600, 300, 10], volumeMm3: 1_800_000, areaMm2: 378_000 } as const,
    }
    const chosenService = assignBodies(line, [flat], { ...ground, service: '3d-printing' })
    expect(chosenService?.assignment.configuration).toMatchObject({ process: 'sla' })
    const noService = assignBodies(line, [flat], { ...ground, service: null })
    expect(noService?.assignment.configuration).toMatchObject({ process: 'milling', materialId: 'al-6061-t6' })
  })

  it('take the customer’s configuration unchanged, without multiplying the quantity', () => {
    const placed = assignBodies({ ...line, configuration: chosen }, [body(0), body(1, { per_file: 9 })], ground)
    expect(placed?.assignment.configuration).toEqual(chosen)
    expect(placed?.splits[0]?.configuration).toEqual(chosen)
  })

  it('take the lead time that is charged if the chosen one brings nothing', () => {
    const resin = defaultConfiguration(measures, 'sla-9600-white', catalogue)
    const placed = assignBodies({ ...line, configuration: { ...resin, lead: 'express' } }, [body(0)], ground)
    expect(placed?.assignment.configuration).toEqual(resin)
  })

  it('are assigned once: a line keeps its body and is not split again', () => {
    const placed = assignBodies({ ...line, name: 'Ma pompe', body_index: 1 }, [body(0), body(1)], ground)
    expect(placed).toMatchObject({ assignment: { name: 'Ma pompe', bodyIndex: 1 }, splits: [] })
  })

  it.each<[string, { body_index: number; fingerprint: string | null }, number]>([
    ['the same shape, wherever it stands', { body_index: 2, fingerprint: 'f0' }, 0],
    ['else the same place', { body_index: 1, fingerprint: 'gone' }, 1],
    ['else the first', { body_index: 7, fingerprint: null }, 0],
  ])('are %s after a file revision', (_what, { body_index, fingerprint }, expected) => {
    const placed = assignBodies({ ...line, body_index, revision: { fingerprint } }, [body(0), body(1), body(2)], ground)
    expect(placed?.assignment.bodyIndex).toBe(expected)
  })

  it('are not assigned if the file is empty', () => {
    expect(assignBodies(line, [], ground)).toBeUndefined()
  })
})
