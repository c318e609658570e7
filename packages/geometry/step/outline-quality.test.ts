import { beforeAll, describe, expect, it } from 'vitest'
import { triangleCount } from '../model/triangle-mesh.ts'
import { defaultMeshQuality, outlineQualityOf, type UsualMesh } from './outline-quality.ts'
import { readStep } from './read-step.ts'
import { screwShape, sphereShape, stepOf } from './step-files.fixture.ts'
import { compileNodeKernel } from './step-kernel.node.ts'
import { type StepKernel, startKernel } from './step-kernel.ts'

let kernel: StepKernel
let screw: ReturnType<typeof bodyOf>

const bodyOf = (shape: Parameters<typeof stepOf>[1], outlines: boolean) => {
  const bytes = new TextEncoder().encode(stepOf(kernel.occ, shape))
  const [body] = readStep(kernel, bytes, { outlines }).bodies
  if (!body) throw new Error('no body')
  return body
}

beforeAll(async () => {
  kernel = await startKernel(await compileNodeKernel())
  screw = bodyOf(screwShape(kernel.occ, 8, 1.25, 4), true)
}, 120_000)

describe('the finer triangles for the outline', () => {
  it('are bounded to 10 µm on a modelled thread', () => {
    // To 7e-5 of the diagonal, as for other bodies, there are ten times as many.
    expect(triangleCount(screw.outline ?? screw.geometry.mesh)).toBeLessThan(10_000)
    expect(screw.isCoarse).toBe(false)
  })

  it('are not made for a thread if the usual ones took so long that finer ones would take minutes', () => {
    const usual: UsualMesh = { geometry: screw.geometry, quality: defaultMeshQuality, diagonalMm: 56, usedMs: 200 }
    expect(outlineQualityOf(usual)).toMatchObject({ minDeflectionMm: 0.01 })
    expect(outlineQualityOf({ ...usual, usedMs: 3500 })).toBeUndefined()
  })

  it('are not bounded on a sphere, which is refined in no time', () => {
    const { geometry } = bodyOf(sphereShape(kernel.occ, 10), false)
    const usual: UsualMesh = { geometry, quality: defaultMeshQuality, diagonalMm: 35, usedMs: 3500 }
    expect(outlineQualityOf(usual)).toMatchObject({ minDeflectionMm: 1e-6 })
  })
})
