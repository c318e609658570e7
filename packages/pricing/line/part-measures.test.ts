import { analysePart, type BodyFacts, type Hole, unwatched } from '@cotation/geometry'
import { binaryStl, box, lathe, placed, plateWithHoles, prism, turned } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { expect, it } from 'vitest'
import { partMeasuresOf } from './part-measures.ts'

const kernels = nodeKernels()

async function bodyOf(mesh: Parameters<typeof binaryStl>[0]): Promise<BodyFacts> {
  const bytes = binaryStl(mesh)

  async function* chunks() {
    yield bytes
  }

  const request = { totalBytes: bytes.length, unit: undefined, meshes: [], kernels, watch: unwatched }
  const verdict = await analysePart(chunks(), request)
  const [body] = verdict.ok ? verdict.value.bodies : []
  if (!body) throw new Error('not measured')

  return body
}

it('measures a block: volume, area, size, two setups, no holes, not turned', async () => {
  expect(partMeasuresOf(await bodyOf(box([40, 20, 30])))).toMatchObject({
    volumeMm3: 24000,
    areaMm2: 5200,
    sizeMm: [40, 30, 20],
    freeformShare: 0,
    setups: 2,
    holes: [],
    turning: { turned: false },
  })
})

it('measures a part the same in any orientation', async () => {
  const upright = partMeasuresOf(await bodyOf(box([40, 20, 30])))
  const leaning = partMeasuresOf(await bodyOf(turned(box([40, 20, 30]), [0.6, 0, 0.8], 1.1)))
  expect(leaning.setups).toBe(upright.setups)
  for (const [i, side] of upright.sizeMm.entries()) expect(leaning.sizeMm[i]).toBeCloseTo(side, 3)
  expect(leaning.volumeMm3).toBeCloseTo(upright.volumeMm3, 1)
})

it('measures a shaft as turned, with one operation for each round face', async () => {
  const outline: [number, number][] = [
    [0, 0],
    [15, 0],
    [15, 50],
    [10, 50],
    [10, 80],
    [0, 80],
  ]
  const { turning } = partMeasuresOf(await bodyOf(lathe(outline, 96)))

  expect(turning).toMatchObject({ turned: true, operations: 2, liveFeatures: 0 })
  expect(turning.diameterMm).toBeCloseTo(30, 1)
  expect(turning.lengthMm).toBeCloseTo(80, 3)
})

it('counts holes beside the axis of a turned part as live features', async () => {
  const body = await bodyOf(box([10, 10, 10]))
  const hole = (entry: Hole['entry'], axis: Hole['axis']): Hole => ({
    diameterMm: 4,
    depthMm: 8,
    through: false,
    bottom: 'flat',
    counterbore: undefined,
    countersink: undefined,
    threadCandidates: [],
    edgeDistanceMm: 2.5,
    faces: [],
    confidence: 1,
    entry,
    axis,
  })
  const holes = [hole([0, 0, 9], [0, 0, -1]), hole([0.2, 0, 9], [0, 0, 1]), hole([0, 0, 5], [1, 0, 0])]
  const turning = { ...body.features.turning, flats: 0, axis: [0, 0, 1] as const, origin: [0, 0, 0] as const }
  const measures = partMeasuresOf({ ...body, features: { ...body.features, holes, turning, pockets: [] } })

  expect(measures.turning.liveFeatures).toBe(2)
  expect(measures.holes[0]).toEqual({ diameterMm: 4, depthMm: 8, through: false, wallMm: 2.5 })
})

it('counts the flat of a D-shaped shaft as a live feature', async () => {
  // Ø20 × 60, cut at 9.7 mm from the axis.
  const half = Math.acos(0.97)
  const arc = Array.from({ length: 61 }, (_, i): [number, number] => {
    const angle = half + (i / 60) * 2 * (Math.PI - half)
    return [10 * Math.cos(angle), 10 * Math.sin(angle)]
  })
  const { turning } = partMeasuresOf(await bodyOf(prism(arc, 60)))
  expect(turning).toMatchObject({ turned: true, liveFeatures: 1 })
})

it('counts a tilted set-up for a slanted hole, and none for a straight one', async () => {
  const plate = plateWithHoles({ columns: 1, rows: 1, pitch: 40, thickness: 20 }, [
    [3, 0],
    [3, 20],
  ])
  // Stretched and sheared, so that the hole is a cylinder leaning by 30°.
  const lean = Math.PI / 6
  const slanted = placed(plate, ([x, y, z]) => [x / Math.cos(lean) + z * Math.tan(lean), y, z])

  expect(partMeasuresOf(await bodyOf(plate)).tiltedSetups).toBe(0)
  expect(partMeasuresOf(await bodyOf(slanted)).tiltedSetups).toBe(1)
})

it('takes a modelled thread for an operation, neither for freeform nor for undercut surface', async () => {
  const body = await bodyOf(box([10, 10, 10]))
  const hidden = (areaMm2: number, faces: number[]) => ({ valueMm: 0, areaMm2, at: [5, 5, 5] as const, faces })
  const access = { ...body.access, unreachableAreaPct: 20, unreachable: [hidden(108, [7, 8]), hidden(12, [2])] }
  const thread = { diameterMm: 5, internal: true, areaMm2: 120, faces: [8, 9] }
  const features = { ...body.features, freeformShare: 0.25, modelledThreads: [thread] }
  const measures = partMeasuresOf({ ...body, access, features })

  expect(measures.modelledThreads).toBe(1)
  expect(measures.freeformShare).toBeCloseTo(0.05, 6)
  expect(measures.hiddenPercent).toBeCloseTo(2, 6)
})
