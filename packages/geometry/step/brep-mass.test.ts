import type { TopoDS_Shape } from 'replicad-opencascadejs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MeasuredBody } from './measure-body.ts'
import { readStep } from './read-step.ts'
import { boxShape, cut, cylinderShape, shifted, springShape, stepOf, torusShape } from './step-files.fixture.ts'
import { compileNodeKernel } from './step-kernel.node.ts'
import { type StepKernel, startKernel } from './step-kernel.ts'

let kernel: StepKernel

beforeAll(async () => {
  kernel = await startKernel(await compileNodeKernel())
}, 60_000)

function bodyOf(text: string, { outlines } = { outlines: true }): MeasuredBody {
  const [body] = readStep(kernel, new TextEncoder().encode(text), { outlines }).bodies
  if (!body) throw new Error('The file has no body.')
  return body
}

const bodyOfShape = (shape: TopoDS_Shape, options?: { outlines: boolean }): MeasuredBody =>
  bodyOf(stepOf(kernel.occ, shape), options)

/**
 * A block of 60 × 60 × 20 mm around a torus that opens only in a slit of 2 µm. The kernel makes the
 * same face of a sliver that was drawn on a torus.
 */
function blockWithSlitTorus(): TopoDS_Shape {
  const { occ } = kernel
  const torus = torusShape(occ, 20, 2).Moved(shifted(occ, 30, 30, 10), false)
  const slit = boxShape(occ, 1, 0.002, 20).Moved(shifted(occ, 49.5, 30, 10), false)
  return cut(occ, cut(occ, boxShape(occ, 60, 60, 20), torus), slit)
}

describe('volume and area of a STEP body', () => {
  it('add up for the two pieces of a spring that is ground flat', () => {
    const { occ } = kernel
    const { radius, pitch, turns, wireRadius } = { radius: 10, pitch: 2, turns: 3, wireRadius: 0.9 }
    const spring = springShape(occ, { radius, pitch, turns, wireRadius })
    const pieceWithout = (lowest: number): number => {
      const block = boxShape(occ, 40, 40, 20).Moved(shifted(occ, -20, -20, lowest), false)
      return bodyOfShape(cut(occ, spring, block), { outlines: false }).volumeMm3
    }
    const lengthMm = turns * Math.hypot(2 * Math.PI * radius, pitch)

    const wholeMm3 = Math.PI * wireRadius ** 2 * lengthMm
    expect((pieceWithout(1) + pieceWithout(-19)) / wholeMm3).toBeCloseTo(1, 4)
  })

  it('say how far the triangles differ', () => {
    const block = bodyOfShape(boxShape(kernel.occ, 10, 20, 30))
    expect(block.massCheck).toEqual({
      source: 'brep',
      volumeDifference: expect.closeTo(0, 6),
      areaDifference: expect.closeTo(0, 6),
    })

    const rod = bodyOfShape(cylinderShape(kernel.occ, 5, 100))
    expect(rod.massCheck.source).toBe('brep')
    expect(rod.massCheck.volumeDifference).toBeGreaterThan(1e-4)
    expect(rod.massCheck.volumeDifference).toBeLessThan(0.005)
    expect(rod.volumeMm3).toBeCloseTo(2500 * Math.PI, 6)
  })

  it('are those of a sliver where the kernel takes the whole torus but that', () => {
    const body = bodyOfShape(blockWithSlitTorus())
    expect(body.massCheck.source).toBe('repaired')
    expect(body.massCheck.volumeDifference).toBeCloseTo((-2 * Math.PI ** 2 * 20 * 4) / 72_000, 4)
    expect(body.massCheck.areaDifference).toBeCloseTo((4 * Math.PI ** 2 * 40) / 12_000, 2)

    expect(body.volumeMm3 / 72_000).toBeCloseTo(1, 4)
    expect(body.areaMm2 / 12_000).toBeCloseTo(1, 2)
    expect(body.geometry.faces.faces.find(({ kind }) => kind === 'torus')?.areaMm2).toBeLessThan(0.01)
  })

  it('come from the triangles if a face lies off its border', () => {
    // The plane of one side is moved by 1 mm, its edges are not.
    const text = stepOf(kernel.occ, boxShape(kernel.occ, 10, 20, 30))
    const axes = /PLANE\('',(#\d+)\)/.exec(text)?.[1]
    const point = new RegExp(`${axes} = AXIS2_PLACEMENT_?3D\\('',(#\\d+)`).exec(text)?.[1]
    const moved = text.replace(new RegExp(`(${point} = CARTESIAN_POINT\\('',\\()[^,]*`), '$11.')

    const body = bodyOf(moved)
    expect(body.massCheck.source).toBe('triangles')
    expect(body.volumeMm3).toBeCloseTo(6000, 3)
    expect(body.areaMm2).toBeCloseTo(2200, 3)
  })
})
