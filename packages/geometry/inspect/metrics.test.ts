import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { UndercutSlot } from '../model/facts.ts'
import { aBody, aHole, aPocket, sized } from './body.fixture.ts'
import type { Configuration } from './inspection-request.ts'
import type { Measurement } from './measurement.ts'
import { measureMetric } from './metrics.ts'
import { type MetricName, metricNames } from './rules/metric-names.ts'
import { choiceOf, partOf, type Scene, sceneWith } from './scenes.fixture.ts'

function measure(scene: Scene): { [M in MetricName]?: Measurement | undefined } {
  const choice = choiceOf('milling', true, scene)
  return Object.fromEntries(metricNames.map((name) => [name, measureMetric(name, partOf(scene), choice)]))
}

const fullConfiguration: Configuration = {
  quantity: 10,
  threads: [{ nominalMm: 4, depthMm: 8, printed: true }],
  inserts: [{ lengthMm: 5.7, minBossWallMm: 1.6, holeDepthMm: 8, bossWallMm: 2 }],
  tolerances: [{ nominalMm: 25, widthMm: 0.021 }],
  anodizing: { quantity: 10, type: 'III', withFit: true },
}

const slot: UndercutSlot = { at: [0, 0, 0], areaMm2: 1, axis: [1, 0, 0], lengthMm: 60, widthMm: 5 }

describe('the metrics', () => {
  it('all have a value for a part that has every feature', () => {
    const holes = [aHole({ edgeDistanceMm: 8 }), aHole({ axis: [0, 1, 0] })]
    const pins = [{ diameterMm: 4, heightMm: 5, wallMm: 2, at: [0, 0, 0] as const, faces: [] }]
    const pockets = [...(sceneWith['pocket.depthToWidth']?.(2).body?.features?.pockets ?? [])]
    const corner = { radiusMm: 2, depthMm: 6, place: { at: [0, 0, 0] as const } }
    const { turning } = aBody().features
    const body = {
      features: { holes, pins, pockets, minInternalRadius: corner, turning: { ...turning, stretches: [] } },
      access: {
        undercutSlots: [slot],
        latheRecesses: [{ at: [0, 0, 0] as const, areaMm2: 1, depthMm: 3, mouthMm: 10 }],
      },
      walls: { gap: { minMm: 1, regions: [] } },
      details: { minMm: 1, strokeMm: 1 },
      cavities: { escapes: [{ volumeMm3: 1, openingDiameterMm: 5, openings: 1, at: [0, 0, 0] as const }] },
      mass: { check: { source: 'triangles', volumeDifference: -0.02, areaDifference: 0.01 } as const },
    }
    const measured = measure({ body, configuration: fullConfiguration })

    expect(metricNames.filter((name) => measured[name] === undefined)).toEqual([])
    expect(measured['tolerance.itGrade']?.value).toBe(7)
    expect(measured['thread.depthRatio']?.value).toBe(2)
    expect(measured['insert.holeDepthMinusLengthMm']?.value).toBeCloseTo(2.3, 12)
    expect(measured['corner.depthToRadius']?.value).toBe(5)
    expect(measured['mass.replacedPct']?.value).toBe(2)
  })

  it('take the reach into a slot from its open ends, both of them in older analyses', () => {
    const reachOf = (openEnds?: 1 | 2) => {
      const undercutSlots = [openEnds ? { ...slot, openEnds } : slot]
      return measure({ body: { access: { undercutSlots } } })['slot.reachToWidth']?.value
    }

    expect([reachOf(1), reachOf(2), reachOf()]).toEqual([12, 6, 6])
  })

  it('have no value if the part or the configuration lacks the feature', () => {
    const measured = measure({})
    expect(metricNames.filter((name) => measured[name] === undefined)).toEqual([
      'mass.replacedPct',
      'gap.minMm',
      'detail.minMm',
      'detail.strokeMm',
      'hole.minDiaMm',
      'hole.maxDepthRatio',
      'hole.edgeDistanceRatio',
      'channel.horizontalDiaMm',
      'pin.minDiaMm',
      'boss.wallMm',
      'corner.minInternalRadiusMm',
      'corner.depthToRadius',
      'pocket.depthToWidth',
      'turning.plainBarRatio',
      'turning.recessToMouth',
      'cavity.escapeDiaMm',
      'slot.reachToWidth',
      'thread.minNominalMm',
      'thread.depthRatio',
      'insert.holeDepthMinusLengthMm',
      'insert.bossWallMm',
      'tolerance.itGrade',
      'anodizing.quantity',
      'anodizing.typeIIIWithFit',
      'line.quantity',
    ])
  })

  it('take proportions from the sides of the oriented box', () => {
    const plate = measure({ body: sized(2, 100, 60) })
    expect([plate['shape.flatness']?.value, plate['shape.slenderness']?.value]).toEqual([40, 100 / 60])
    expect([plate['bbox.maxMm']?.value, plate['bbox.minMm']?.value]).toEqual([100, 2])
    const half = measure({ body: { mass: { volumeMm3: 9000 } } })
    expect(half['stock.removalPct']?.value).toBeCloseTo(75, 9)
    expect(measure({ body: { mass: { volumeMm3: 40_000 } } })['stock.removalPct']?.value).toBe(0)
  })

  it('measure neither orientation nor removed material of an open surface', () => {
    const measured = measure({ body: { kind: 'surface', mass: { volumeMm3: 0 }, topology: { signedVolumeMm3: 0 } } })
    expect([measured['mesh.signedVolume'], measured['stock.removalPct']]).toEqual([undefined, undefined])
  })

  it('measure no wall if no ray met one', () => {
    const measured = measure({ body: { walls: { samples: 0, minMm: 0, maxMm: 0 } } })
    expect([measured['wall.minMm'], measured['wall.maxMm'], measured['wall.maxToMin']]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it('show the thinnest point even if no region contains it', () => {
    const region = { valueMm: 0.7, areaMm2: 2, at: [9, 9, 9] as const, faces: [] }
    const spots = (valueMm: number) =>
      measure({ body: { walls: { minMm: 0.5, thinRegions: [{ ...region, valueMm }] } } })['wall.minMm']?.spots
    expect(spots(0.7)?.map(({ value }) => value)).toEqual([0.7, 0.5])
    expect(spots(0.5)?.map(({ value }) => value)).toEqual([0.5])
  })
})

describe('holes', () => {
  const value = (
    name: 'hole.minDiaMm' | 'hole.edgeDistanceRatio' | 'channel.horizontalDiaMm',
    hole: ReturnType<typeof aHole>,
  ) => measure({ body: { features: { holes: [hole] } } })[name]?.value

  it('are ignored if their confidence is low', () => {
    expect(value('hole.minDiaMm', aHole({ confidence: 0.5 }))).toBe(5)
    expect(value('hole.minDiaMm', aHole({ confidence: 0.49 }))).toBeUndefined()
  })

  it('count as bores on the axis of a turned part, not as holes near an edge', () => {
    const bore = aHole({ entry: [0, 0, 40], diameterMm: 24, edgeDistanceMm: 3 })
    expect(value('hole.edgeDistanceRatio', bore)).toBeUndefined()
    expect(value('hole.edgeDistanceRatio', { ...bore, entry: [5, 0, 40] })).toBe(0.125)
    expect(value('hole.edgeDistanceRatio', { ...bore, axis: [1, 0, 0] })).toBe(0.125)
  })

  it('have the wall of a boss beside them, which printing judges by its own rule', () => {
    const hole = aHole({ entry: [20, 15, 11], diameterMm: 5, edgeDistanceMm: 1.5 })
    const at: Vec3 = [20, 15, 11]
    const boss = { diameterMm: 8, heightMm: 8, wallMm: 1.5, at, faces: [] }
    const ratioIn = (process: 'mjf' | 'milling', pin: typeof boss) => {
      const scene = { body: { features: { holes: [hole], pins: [pin] } } }
      return measureMetric('hole.edgeDistanceRatio', partOf(scene), choiceOf(process, true, scene))?.value
    }

    expect(ratioIn('mjf', boss)).toBeUndefined()
    expect(ratioIn('milling', boss)).toBe(0.3)
    expect(ratioIn('mjf', { ...boss, at: [21, 15, 11] })).toBe(0.3)
    expect(ratioIn('mjf', { ...boss, diameterMm: 9, wallMm: 2 })).toBe(0.3)
  })

  it('count as channels if they go through and lie below 45°', () => {
    const tilted = (deg: number) =>
      aHole({ axis: [Math.cos((deg * Math.PI) / 180), 0, Math.sin((deg * Math.PI) / 180)] })
    expect(value('channel.horizontalDiaMm', tilted(0))).toBe(5)
    expect(value('channel.horizontalDiaMm', tilted(44))).toBe(5)
    expect(value('channel.horizontalDiaMm', tilted(46))).toBeUndefined()
    expect(value('channel.horizontalDiaMm', { ...tilted(0), through: false })).toBeUndefined()
  })
})

describe('slanted features of a turned part', () => {
  const slanted: Vec3 = [0.6, 0, 0.8]

  it('are located at the entry of a hole and at the floor of a pocket', () => {
    const holes = [aHole(), aHole({ axis: [1, 0, 0] }), aHole({ axis: slanted, entry: [7, 0, 9], faces: [8] })]
    const pockets = [aPocket(), aPocket({ axis: [1, 0, 0] }), aPocket({ axis: slanted, at: [4, 0, 6], faces: [9] })]

    expect(measure({ body: { features: { holes, pockets } } })['turning.slantedFeatures']).toMatchObject({
      value: 2,
      spots: [{ place: { at: [7, 0, 9], faces: [8] } }, { place: { at: [4, 0, 6], faces: [9] } }],
    })
  })
})

describe('the share of the stock that becomes chips', () => {
  const removal = (body: NonNullable<Scene['body']>) => measure({ body })['stock.removalPct']?.value

  it('is what the volume leaves of the block', () => {
    expect(removal({ mass: { volumeMm3: 9000 } })).toBeCloseTo(75, 9)
  })

  it('is unknown for an open surface and for a part without volume', () => {
    expect(removal({ kind: 'surface' })).toBeUndefined()
    expect(removal({ mass: { volumeMm3: 0 } })).toBeUndefined()
  })
})

it('scaling a part scales its lengths and keeps its proportions', () => {
  const side = fc.double({ min: 0.01, max: 1000, noNaN: true })
  fc.assert(
    fc.property(side, side, side, fc.double({ min: 0.01, max: 100, noNaN: true }), (x, y, z, factor) => {
      const small = measure({ body: sized(x, y, z) })
      const large = measure({ body: sized(x * factor, y * factor, z * factor) })
      for (const name of ['shape.flatness', 'shape.slenderness'] as const)
        expect(Number(large[name]?.value) / Number(small[name]?.value)).toBeCloseTo(1, 9)
      expect(Number(large['bbox.maxMm']?.value) / Number(small['bbox.maxMm']?.value)).toBeCloseTo(factor, 9)
    }),
  )
})

it('the body fixture changes only the sections it is given', () => {
  const body = aBody({ walls: { minMm: 1 }, name: 'lid' })
  expect(body).toEqual({ ...aBody(), name: 'lid', walls: { ...aBody().walls, minMm: 1 } })
})
