import { beforeAll, describe, expect, it } from 'vitest'
import { num } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import { boxShape, cut, cylinderShape, sphereShape, stepOf, tilted, torusShape } from '../step/step-files.fixture.ts'
import { compileNodeKernel } from '../step/step-kernel.node.ts'
import { type StepKernel, startKernel } from '../step/step-kernel.ts'
import { onlyBody } from './analysis.fixture.ts'

let occ: StepKernel['occ']

beforeAll(async () => {
  occ = (await startKernel(await compileNodeKernel())).occ
}, 60_000)

const shapeInFile = async (shape: Parameters<typeof stepOf>[1]) =>
  (await onlyBody(new TextEncoder().encode(stepOf(occ, shape)))).shape

const near = (measured: number, expected: number) => expect(Math.abs(measured / expected - 1)).toBeLessThan(5e-4)

function allNear(measured: Vec3, expected: Vec3) {
  for (const [i, value] of expected.entries()) near(num(measured, i), value)
}

/** The hull of a torus is a disc of the major radius, swept by a ball of the minor radius. */
const hullOfTorus = (major: number, minor: number) =>
  2 * Math.PI * major ** 2 * minor + Math.PI ** 2 * major * minor ** 2 + (4 / 3) * Math.PI * minor ** 3

describe('the shape of a STEP body', () => {
  it('is that of the exact surface for a sphere', async () => {
    const shape = await shapeInFile(sphereShape(occ, 10))
    near(shape.hullVolumeMm3, (4000 / 3) * Math.PI)
    allNear(shape.projectedAreasMm2, [100 * Math.PI, 100 * Math.PI, 100 * Math.PI])
    near(shape.downwardAreaMm2, 200 * Math.PI)
    allNear(shape.orientedBox.sizeMm, [20, 20, 20])
  })

  it('is that of the exact surface for a torus', async () => {
    const shape = await shapeInFile(torusShape(occ, 20, 5))
    const stadium = 400 + 25 * Math.PI
    near(shape.hullVolumeMm3, hullOfTorus(20, 5))
    allNear(shape.projectedAreasMm2, [stadium, stadium, Math.PI * (25 ** 2 - 15 ** 2)])
    near(shape.downwardAreaMm2, 2 * Math.PI ** 2 * 20 * 5)
    allNear(shape.orientedBox.sizeMm, [50, 50, 10])
  })

  it('is that of the exact surface for a tilted torus', async () => {
    const shape = await shapeInFile(tilted(occ, torusShape(occ, 20, 5), 0.4))
    near(shape.hullVolumeMm3, hullOfTorus(20, 5))
    allNear(shape.orientedBox.sizeMm, [50, 50, 10])
  })

  it('is that of the exact surface for a tilted half-round bar', async () => {
    const bar = cut(occ, cylinderShape(occ, 8, 40), boxShape(occ, 20, 20, 80))
    const halved = cut(occ, bar, tilted(occ, boxShape(occ, 20, 80, 80), Math.PI / 2))
    const shape = await shapeInFile(tilted(occ, halved, 0.7))
    near(shape.hullVolumeMm3, 40 * 32 * Math.PI)
    allNear(shape.orientedBox.sizeMm, [40, 16, 8])
  })

  it('is exact for a body of plane faces', async () => {
    const shape = await shapeInFile(tilted(occ, boxShape(occ, 10, 20, 30), 0.3))
    expect(shape.hullVolumeMm3).toBeCloseTo(6000, 2)
    for (const [i, side] of [30, 20, 10].entries()) expect(shape.orientedBox.sizeMm[i]).toBeCloseTo(side, 4)
  })
})
