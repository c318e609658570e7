import { describe, expect, it } from 'vitest'
import { builtPart, hasRecordedParts } from '../mesh/recorded-parts.fixture.ts'
import type { Face } from '../model/face-graph.ts'
import { unwatched } from '../model/watch.ts'
import { facesOfMesh } from './faces-of-mesh.ts'

const graphOf = (file: string) => facesOfMesh(builtPart(file).mesh, unwatched).graph

function kindsOf(faces: readonly Face[]) {
  const counts: Record<string, number> = {}
  for (const { kind } of faces) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

describe.skipIf(!hasRecordedParts)('real parts', () => {
  it('finds a pin of 1 × 8 in cylinder.stl', () => {
    const { faces, edges } = graphOf('cylinder.stl')
    expect(kindsOf(faces)).toEqual({ cylinder: 1, plane: 2 })
    const side = faces.find(({ kind }) => kind === 'cylinder')
    expect(side).toMatchObject({ concave: false, sweepDeg: 360, radiusMm: expect.closeTo(1, 4) })
    expect(edges.every((edge) => edge.closed && edge.kind === 'circle')).toBe(true)
  })

  it('finds only flats, with letters cut in, in 20mm-xyz-cube.stl', () => {
    const { faces } = graphOf('20mm-xyz-cube.stl')
    expect(kindsOf(faces)).toEqual({ plane: faces.length })
    expect(faces.filter(({ areaMm2 }) => areaMm2 > 300)).toHaveLength(6)
  })

  it('finds a sphere of 1.5 in sphereWithHole.stl', () => {
    const [ball] = graphOf('sphereWithHole.stl').faces
    expect(ball).toMatchObject({ kind: 'sphere', radiusMm: expect.closeTo(1.5, 3) })
  })

  it('finds fillets of 1 and 2 tangent to the flats, and toroidal corners, in stopper_upper_lower_leg_cover.STL', () => {
    const { faces, edges } = graphOf('stopper_upper_lower_leg_cover.STL')
    const share = (kind: string) =>
      faces.reduce((sum, face) => sum + (face.kind === kind ? face.areaMm2 : 0), 0) /
      faces.reduce((sum, face) => sum + face.areaMm2, 0)

    expect(share('plane')).toBeCloseTo(0.695, 2)
    expect(share('cylinder')).toBeGreaterThan(0.28)
    expect(share('freeform')).toBeLessThan(0.01)

    const near = (kind: string, radius: number) =>
      faces.filter((face) => face.kind === kind && Math.abs(face.radiusMm / radius - 1) < 1e-3)
    expect(near('cylinder', 2).length).toBeGreaterThan(5)
    expect(near('cylinder', 1).length).toBeGreaterThan(5)
    expect(near('torus', 6).filter((face) => Math.abs(face.minorRadiusMm - 1) < 1e-3).length).toBeGreaterThanOrEqual(4)
    expect(edges.filter((edge) => edge.convexity === 'smooth').length).toBeGreaterThan(50)
  })

  it('finds the turned outside of 3350_RGB_button.stl', () => {
    const { faces } = graphOf('3350_RGB_button.stl')
    const turned = faces.filter((face) => face.sweepDeg === 360 && Math.abs(face.axis[2]) > 0.9999)
    const radii = (kind: string) => turned.filter((face) => face.kind === kind).map((face) => face.radiusMm)
    for (const radius of [5, 7, 9]) expect(radii('cylinder')).toContainEqual(expect.closeTo(radius, 3))
    expect(radii('torus')).toContainEqual(expect.closeTo(7.5, 3))
    expect(turned.find(({ kind }) => kind === 'cone')?.halfAngleDeg).toBeCloseTo(63.43, 1)
  })
})
