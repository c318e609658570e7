import { type Catalogue, materialWays, type PartMeasures, type ProcessId, processIds } from '@cotation/domain'
import { analysePart, unwatched } from '@cotation/geometry'
import { binaryStl, box, cylinder, steppedShaft } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { type InspectedPart, judgeLine } from '#pricing/line/judge-line.ts'
import { partMeasuresOf } from '#pricing/line/part-measures.ts'
import { randomFrom, randomPart } from '#pricing/line/random-line.fixture.ts'
import { referenceParts } from '#pricing/reference/reference-parts.ts'
import { configurationFor, firstWay, type MeasuredPart, suggestProcess } from './suggest-process.ts'

const reference = (id: string): PartMeasures => {
  const found = referenceParts.find((part) => part.id === id)
  if (!found) throw new Error(`no reference part ${id}`)
  return found.measures
}

const housing = reference('housing-100x60x30')
const bracket = reference('bracket-100x60x25')
const shaft = reference('shaft-30x80')
const clip = reference('clip-18x12x6')
const cover = reference('cover-260x180x45')

const solid = (sizeMm: PartMeasures['sizeMm']): PartMeasures => {
  const [length, width, thickness] = sizeMm
  return {
    ...housing,
    sizeMm,
    volumeMm3: length * width * thickness,
    areaMm2: 2 * (length * width + width * thickness + thickness * length),
  }
}

/** The catalogue without the materials that are made in a process. */
const without = (process: ProcessId): Catalogue => ({
  ...catalogue,
  materials: catalogue.materials.filter(({ processIds: ids }) => !ids.includes(process)),
})

async function inspected(mesh: Parameters<typeof binaryStl>[0]): Promise<InspectedPart> {
  const bytes = binaryStl(mesh)

  async function* chunks() {
    yield bytes
  }

  const request = { totalBytes: bytes.length, unit: 'mm', meshes: [], kernels: nodeKernels(), watch: unwatched }
  const verdict = await analysePart(chunks(), request)
  const body = verdict.ok ? verdict.value.bodies[0] : undefined
  if (!verdict.ok || !body) throw new Error('not analysed')

  return { measures: partMeasuresOf(body), analysis: verdict.value, body, fileName: 'part.stl' }
}

/** A crumb that is too small to print, a pin that is too thin for it, and a hair that nothing can make. */
const crumb = await inspected(box([4, 3.5, 1.5]))
const pin = await inspected(cylinder(1, 8))
const hair = await inspected(cylinder(0.05, 8))
const cube = await inspected(box([20, 20, 20]))
const plate = await inspected(box([600, 300, 10]))
const sheet = await inspected(box([60, 40, 0.9]))
const stepped = await inspected(steppedShaft())

const suggested = (part: MeasuredPart, quantity = 1, isMetal = false) => {
  const { ways = [], reason } = suggestProcess(part, { quantity, isMetal }, catalogue) ?? {}
  return { process: ways[0]?.process, reason: reason?.id }
}

const isOpen = (part: InspectedPart, process: ProcessId, quantity: number): boolean => {
  const way = materialWays(part.measures, catalogue).find((one) => one.process === process && !one.fault)
  if (!way) return false

  const { standing } = judgeLine({
    part,
    measured: undefined,
    configuration: configurationFor(part.measures, { materialId: way.material.id, process }, quantity, catalogue),
    acceptances: [],
    expert: undefined,
    catalogue,
  })
  return standing.faults === 0 && standing.blocking === 0 && !standing.beyondAutomatic
}

describe('the suggested process', () => {
  it.each<[string, MeasuredPart, number, ProcessId, string]>([
    ['a plate of 600 mm', plate, 1, 'milling', 'plate'],
    ['a stepped shaft', { measures: stepped.measures }, 1, 'turning', 'rotational'],
    ['a shaft with cross holes', { measures: shaft }, 1, 'turning', 'rotational'],
    ['a bracket with eight holes', { measures: bracket }, 1, 'milling', 'prismatic'],
    ['a solid block of 300 mm', { measures: solid([300, 120, 80]) }, 1, 'milling', 'block'],
    ['a small cube', cube, 1, 'sla', 'simple'],
    ['a small freeform clip', { measures: clip }, 1, 'sla', 'freeform'],
    ['a clip with hidden surfaces', { measures: { ...clip, hiddenPercent: 12 } }, 1, 'mjf', 'hidden'],
    ['a housing with thin walls', { measures: housing }, 1, 'sla', 'simple'],
    ['a housing with holes in thin walls', { measures: { ...housing, holes: bracket.holes } }, 1, 'sla', 'simple'],
    ['50 equal housings, which are cheaper to print', { measures: housing }, 50, 'sla', 'simple'],
    ['20 covers that resin would mark', { measures: { ...cover, hiddenPercent: 12 } }, 20, 'casting', 'series'],
    ['9 covers that resin would mark', { measures: { ...cover, hiddenPercent: 12 } }, 9, 'mjf', 'hidden'],
    ['51 covers that resin would mark', { measures: { ...cover, hiddenPercent: 12 } }, 51, 'mjf', 'hidden'],
    ['20 clips that resin would mark', { measures: { ...clip, hiddenPercent: 12 } }, 20, 'mjf', 'hidden'],
    ['20 equal plates', plate, 20, 'milling', 'plate'],
  ])('suits shape and quantity of %s', (_what, part, quantity, process, reason) => {
    expect(suggested(part, quantity)).toEqual({ process, reason })
  })

  it('counts holes, threads and slots as tight features', () => {
    const block = solid([60, 40, 30])
    const features = { holes: bracket.holes.slice(0, 2), modelledThreads: 1 }
    const slots = [{ lengthMm: 40, openEnds: 2, widthMm: 6 } as const]
    const suggestion = suggestProcess(
      { measures: { ...block, ...features, undercutSlots: slots } },
      { quantity: 1 },
      catalogue,
    )
    expect(suggestion?.reason).toEqual({ id: 'prismatic', values: { count: 4 } })
    expect(suggested({ measures: block }).reason).toBe('simple')
  })

  it('names the figures of its reason', () => {
    expect(suggestProcess(plate, { quantity: 1 }, catalogue)?.reason.values.thicknessMm).toBeCloseTo(10, 3)
    expect(suggestProcess({ measures: stepped.measures }, { quantity: 1 }, catalogue)?.reason.values).toMatchObject({
      diameterMm: expect.closeTo(20, 1),
      lengthMm: expect.closeTo(50, 1),
    })
    const hidden = suggestProcess({ measures: { ...clip, hiddenPercent: 12 } }, { quantity: 1 }, catalogue)
    expect(hidden?.reason.values).toEqual({ percent: 12 })
  })

  it('is not one that the shop would block: a pin too thin to print is turned', () => {
    expect(isOpen(pin, 'sla', 1)).toBe(false)
    const processes = suggestProcess(pin, { quantity: 1 }, catalogue)?.ways.map(({ process }) => process)
    expect(processes?.[0]).toBe('turning')
    expect(processes).not.toContain('sla')
  })

  it('is not clearly dearer than another one: a part too small to print is milled, not cast', () => {
    expect(processIds.filter((process) => isOpen(crumb, process, 1)).toSorted()).toEqual(['casting', 'milling'])
    expect(suggestProcess(crumb, { quantity: 1 }, catalogue)).toEqual({
      ways: [
        { materialId: 'al-6061-t6', process: 'milling' },
        { materialId: expect.any(String), process: 'casting' },
      ],
      suited: ['milling'],
      reason: { id: 'remaining', values: {}, refused: 'sla' },
    })
  })

  it('does not machine a mesh that another process makes without a decision', () => {
    expect(suggestProcess(stepped, { quantity: 1 }, catalogue)).toMatchObject({
      suited: ['sla'],
      reason: { id: 'mesh', refused: 'turning' },
    })
    expect(firstWay(stepped, null, 1, catalogue)?.process).toBe('sla')
    expect(firstWay(stepped, 'cnc', 1, catalogue)?.process).toBe('turning')
  })

  it('machines a mesh that would cost clearly more in another process', () => {
    expect(suggested(plate)).toEqual({ process: 'milling', reason: 'plate' })
  })

  it('says that a mould does not pay if nothing else can make a few parts', () => {
    const withoutMilling = without('milling')
    expect(suggestProcess(crumb, { quantity: 9 }, withoutMilling)).toMatchObject({
      ways: [{ process: 'casting' }],
      reason: { id: 'mould', values: { min: 10 } },
    })
    expect(suggestProcess(crumb, { quantity: 10 }, withoutMilling)?.reason.id).toBe('series')
  })

  it('is the next one if the shape suits a process that cannot make the part', () => {
    const suggestion = suggestProcess(plate, { quantity: 1 }, without('milling'))
    expect(suggestion).toMatchObject({
      ways: [{ process: 'sla' }, { process: 'casting' }],
      suited: ['sla'],
      reason: { id: 'remaining', refused: 'milling' },
    })
  })

  it('stays a metal if the customer wants one', () => {
    expect(suggested({ measures: clip }, 20, true)).toEqual({ process: 'slm', reason: 'freeform' })
    expect(suggested(cube, 20, true)).toEqual({ process: 'milling', reason: 'simpleMetal' })
    expect(suggested(plate, 20, true)).toEqual({ process: 'milling', reason: 'plate' })

    const hollow = { measures: { ...clip, hiddenPercent: 12 } }
    expect(suggested(hollow, 20, true)).toEqual({ process: 'slm', reason: 'hiddenMetal' })
  })

  it('does not exist for a part that fits no machine', () => {
    const giant = { measures: solid([9000, 9000, 9000]) }
    expect(suggestProcess(giant, { quantity: 1 }, catalogue)).toBeUndefined()
    expect(firstWay(giant, null, 1, catalogue)).toBeUndefined()
  })

  it('exists although every process is blocked, so that the line says why', () => {
    expect(processIds.filter((process) => isOpen(hair, process, 1))).toEqual([])
    expect(suggested(hair)).toEqual({ process: 'turning', reason: 'none' })
  })

  it('is never blocked while another process is open, in any quantity', () => {
    const parts = [cube, plate, sheet, stepped, pin]

    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.integer({ min: 1, max: 300 }), (part, quantity) => {
        const open = processIds.filter((process) => isOpen(part, process, quantity))
        const { ways = [] } = suggestProcess(part, { quantity }, catalogue) ?? {}
        if (open.length > 0) expect(ways.map(({ process }) => process).toSorted()).toEqual(open.toSorted())
      }),
      { numRuns: 20 },
    )
  })

  it('has one material for each process, offered for the part, whatever the part is', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 }), fc.integer({ min: 1, max: 500 }), (seed, quantity) => {
        const measures = randomPart(randomFrom(seed))
        const suggestion = suggestProcess({ measures }, { quantity }, catalogue)
        if (!suggestion) return

        const processes = suggestion.ways.map(({ process }) => process)
        expect(new Set(processes).size).toBe(processes.length)
        expect(suggestion.suited).toContain(processes[0])

        const offered = materialWays(measures, catalogue).filter(({ fault }) => !fault)
        for (const { materialId, process } of suggestion.ways) {
          expect(offered.some((way) => way.material.id === materialId && way.process === process)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the first way of a new line', () => {
  it('stays within the technology that the customer chose', () => {
    expect(firstWay(plate, '3d-printing', 1, catalogue)?.process).toBe('sla')
    expect(firstWay(cube, 'cnc', 1, catalogue)?.process).toBe('milling')
    expect(firstWay(stepped, 'cnc', 1, catalogue)?.process).toBe('turning')
    expect(firstWay(cube, 'vacuum-casting', 1, catalogue)?.process).toBe('casting')
  })

  it('is the suggested one if the customer chose no technology', () => {
    expect(firstWay(plate, null, 1, catalogue)).toEqual({ materialId: 'al-6061-t6', process: 'milling' })
    expect(firstWay(cube, null, 1, catalogue)).toEqual({ materialId: 'sla-9600-white', process: 'sla' })
  })

  it('leaves the chosen technology if the part is too large for it', () => {
    expect(firstWay({ measures: solid([750, 300, 20]) }, 'vacuum-casting', 1, catalogue)?.process).toBe('milling')
  })
})
