import type { ProcessId } from '@cotation/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { aMaterial } from '../inspect/rules/material-limits.fixture.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { binaryStl, insideOut, lathe, merge, polygon, sphere, tube } from '../solids.ts'
import { cut, cylinderShape, revolvedShape, sphereShape, stepOf } from '../step/step-files.fixture.ts'
import { compileNodeKernel } from '../step/step-kernel.node.ts'
import { startKernel } from '../step/step-kernel.ts'
import { analysed } from './analysis.fixture.ts'
import { inspectBody } from './inspect-analysis.ts'
import type { PartAnalysis } from './part-analysis.ts'

type Occ = Parameters<typeof stepOf>[0]
type Shape = Parameters<typeof stepOf>[1]

let occ: Occ

beforeAll(async () => {
  occ = (await startKernel(await compileNodeKernel())).occ
}, 60_000)

const fromStep = (shape: Shape): Promise<PartAnalysis> => analysed(new TextEncoder().encode(stepOf(occ, shape)))

const fromStl = (mesh: TriangleMesh): Promise<PartAnalysis> => analysed(binaryStl(mesh))

/** The tube in a file of each format. */
const tubes: [string, (outer: number, wall: number, length: number) => Promise<PartAnalysis>][] = [
  [
    'STEP',
    (outer, wall, length) =>
      fromStep(cut(occ, cylinderShape(occ, outer, length), cylinderShape(occ, outer - wall, length + 2, [0, 0, -1]))),
  ],
  ['STL with 64 facets', (outer, wall, length) => fromStl(tube(outer, outer - wall, length, 64))],
  ['STL with 24 facets', (outer, wall, length) => fromStl(tube(outer, outer - wall, length, 24))],
]

const thinnestWallMm = ({ bodies }: PartAnalysis): number => bodies[0]?.walls.minMm ?? 0

/** Severity of the finding that the wall is thin. */
function severityOf(part: PartAnalysis, process: ProcessId): string | undefined {
  const [body] = part.bodies
  if (!body) throw new Error('The part has no body.')

  const findings = inspectBody(part, body, 'tube.step', { process, material: aMaterial(process) })
  return findings.find(({ rule }) => rule.startsWith('min-wall'))?.severity
}

describe.each(tubes)('a tube in a file of type %s', (_format, tubeOf) => {
  // Machined plastic is blocked below 1 mm, MJF below 0.6 mm for parts of 10 to 50 mm.
  it.each<[ProcessId, number, number]>([
    ['turning', 10, 1],
    ['mjf', 15, 0.6],
  ])(
    'meets the limit of %s if drawn at it, and is blocked if thinner by 3 percent',
    async (process, outer, limitMm) => {
      const atLimit = await tubeOf(outer, limitMm, 25)
      expect(thinnestWallMm(atLimit)).toBeCloseTo(limitMm, 3)
      expect(severityOf(atLimit, process)).toBe('warns')

      const thinner = await tubeOf(outer, 0.97 * limitMm, 25)
      expect(thinnestWallMm(thinner)).toBeCloseTo(0.97 * limitMm, 3)
      expect(severityOf(thinner, process)).toBe('blocks')
    },
  )
})

describe('round walls of other shapes', () => {
  it('are as thick as drawn between concentric spheres', async () => {
    const ball = await fromStep(cut(occ, sphereShape(occ, 10), sphereShape(occ, 9.2)))
    expect(thinnestWallMm(ball)).toBeCloseTo(0.8, 3)

    const mesh = await fromStl(merge(sphere(10, 48), insideOut(sphere(9.2, 48))))
    expect(thinnestWallMm(mesh)).toBeCloseTo(0.8, 3)
  })

  it('are as thick as drawn between coaxial cones', async () => {
    // Both cones have the slope 1 : 4, so that 1 mm across is less along the normal.
    const profile = polygon('11,0 12,0 7,20 6,20')
    const thicknessMm = 1 / Math.hypot(1, 0.25)
    expect(thinnestWallMm(await fromStep(revolvedShape(occ, profile)))).toBeCloseTo(thicknessMm, 3)
    expect(thinnestWallMm(await fromStl(lathe(profile, 48)))).toBeCloseTo(thicknessMm, 3)
  })

  it('are as thin as their thinnest side beside an eccentric bore', async () => {
    const sleeve = cut(occ, cylinderShape(occ, 10, 20), cylinderShape(occ, 8, 22, [1, 0, -1]))
    expect(thinnestWallMm(await fromStep(sleeve))).toBeCloseTo(1, 2)
  })

  it('measure the diameter of a thin rod', async () => {
    expect(thinnestWallMm(await fromStep(cylinderShape(occ, 0.5, 20)))).toBeCloseTo(1, 3)
  })
})
