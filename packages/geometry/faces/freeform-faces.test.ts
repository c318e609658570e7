import { describe, expect, it } from 'vitest'
import { unit, type Vec3 } from '../math/vector.ts'
import type { Face, SurfaceKind } from '../model/face-graph.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { meshOf, placed, polygon, sphere, turned } from '../solids.ts'
import { facesOfMesh } from './faces-of-mesh.ts'

const facesOf = (mesh: TriangleMesh): Face[] => facesOfMesh(mesh, unwatched).graph.faces

function share(faces: readonly Face[], kind: SurfaceKind): number {
  const area = (some: readonly Face[]) => some.reduce((sum, face) => sum + face.areaMm2, 0)
  return area(faces.filter((face) => face.kind === kind)) / area(faces)
}

/** A pseudo-random number between 0 and 1 that depends on the point only. */
function chance(x: number, y: number, z: number): number {
  const value = Math.sin(x * 991 + y * 787 + z * 613) * 43758.5453
  return value - Math.floor(value)
}

/** The band of a thread of pitch 1.5, radius 4 to 5: root, flank, crest, flank; `steps` a turn. */
function thread(steps: number, turns: number): TriangleMesh {
  const profile: (readonly [r: number, z: number])[] = polygon('4,0 4,0.19 5,0.66 5,0.84')
  const points: Vec3[] = []
  for (let i = 0; i <= steps * (turns + 1); i++) {
    const angle = (2 * Math.PI * i) / steps
    for (const [r, z] of profile) points.push([r * Math.cos(angle), r * Math.sin(angle), (1.5 * i) / steps + z])
  }

  // The profile's last point is the first one of the next turn.
  const indexOf = (i: number, j: number) => {
    if (j === profile.length) return (i + steps) * profile.length
    return i * profile.length + j
  }
  const triangles: Vec3[] = []
  for (let i = 0; i < steps * turns; i++) {
    for (let j = 0; j < profile.length; j++) {
      const a = indexOf(i, j)
      const b = indexOf(i + 1, j)
      const c = indexOf(i + 1, j + 1)
      const d = indexOf(i, j + 1)
      triangles.push([a, b, c], [a, c, d])
    }
  }

  return meshOf(points, triangles)
}

/** A height field over a grid of `lines` in x and y; `raised` lifts the middle cell on walls. */
function field(lines: readonly number[], height: (x: number, y: number) => number, raised = 0): TriangleMesh {
  const n = lines.length
  const points = lines.flatMap((x) => lines.map((y): Vec3 => [x, y, height(x, y)]))
  const triangles: Vec3[] = []
  const quad = (a: number, b: number, c: number, d: number) => triangles.push([a, b, c], [a, c, d])

  for (let i = 0; i + 1 < n; i++) {
    for (let j = 0; j + 1 < n; j++) {
      const ring = [n * i + j, n * (i + 1) + j, n * (i + 1) + j + 1, n * i + j + 1] as const
      if (raised === 0 || i !== (n >> 1) - 1 || j !== (n >> 1) - 1) {
        quad(...ring)
        continue
      }

      const top = points.length
      for (const corner of ring) points.push([points[corner]?.[0] ?? 0, points[corner]?.[1] ?? 0, raised])
      quad(top, top + 1, top + 2, top + 3)
      ring.forEach((corner, k) => {
        const next = (k + 1) % 4
        quad(corner, ring[next] ?? 0, top + next, top + k)
      })
    }
  }

  return meshOf(points, triangles)
}

const evenly = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step)

describe('freeform faces', () => {
  it.each([32, 96])('does not take the flanks of a thread of %i steps a turn for cones', (steps) => {
    const faces = facesOf(turned(thread(steps, 5), unit([1, 2, 3]), 0.7))
    expect(faces.filter(({ kind }) => kind === 'cone')).toEqual([])
    expect(faces.length).toBeLessThan(12)
    const radii = faces.filter(({ kind }) => kind === 'cylinder').map((face) => face.radiusMm)
    expect(radii.sort((a, b) => a - b)).toEqual([expect.closeTo(4, 2), expect.closeTo(5, 2)])
    expect(share(faces, 'freeform')).toBeGreaterThan(0.6)
  })

  it.each([0.08, 0.01])('finds no flats on a scan as rough as %d of its radius', (rough) => {
    const scan = placed(sphere(10, 64), (p) => {
      const swell = 1 + rough * (chance(...p) - 0.5)
      return [p[0] * swell, p[1] * swell, p[2] * swell]
    })
    const faces = facesOf(scan)
    expect(faces.filter(({ kind }) => kind === 'plane').length).toBeLessThan(6)
    expect(share(faces, 'freeform')).toBeGreaterThan(0.99)
  })

  it('makes smooth hills one face, however well small patches of them fit a cylinder', () => {
    const hills = (x: number, y: number) => 3 * Math.sin(0.14 * x + 0.04 * y) * Math.cos(0.1 * y - 4e-4 * x * x)
    const faces = facesOf(field(evenly(71, 0.7), hills))
    expect(faces.map(({ kind }) => kind)).toEqual(['freeform'])
  })

  it.each([6, 1])('keeps a pad %i wide, with walls of two triangles each, on rough ground of cells 1 wide', (wide) => {
    const lines = [...evenly(16, 1), ...evenly(16, 1).map((at) => at + 15 + wide)]
    const faces = facesOf(field(lines, (x, y) => 0.3 * chance(x, y, 0), wide))
    const flats = faces.filter(({ kind }) => kind === 'plane')

    expect(flats).toHaveLength(5)
    expect(flats.filter(({ axis }) => axis[2] > 0.999)).toEqual([
      expect.objectContaining({ areaMm2: expect.closeTo(wide * wide, 3) }),
    ])
    expect(faces.filter(({ kind }) => kind === 'freeform')).toHaveLength(1)
  })

  it.each([
    [0.3, 64],
    [-0.85, 140],
  ])('finds a ball below bumps that start at %d of its radius, of %i segments', (above, segments) => {
    const bumpy = placed(sphere(10, segments), (p) => {
      const [x, y, z] = unit(p)
      const swell =
        1 + 0.06 * Math.max(0, z - above) * (Math.sin(9 * x + 1) * Math.sin(8 * y + 2) + Math.cos(7 * z + 5 * x * y))
      return [p[0] * swell, p[1] * swell, p[2] * swell]
    })
    const faces = facesOf(turned(bumpy, unit([1, 2, 3]), 1))
    const balls = faces.filter(({ kind }) => kind === 'sphere')

    expect(balls).toEqual([expect.objectContaining({ radiusMm: expect.closeTo(10, 2), concave: false })])
    // Less what the last ring of triangles loses to the bumps.
    expect((balls[0]?.areaMm2 ?? 0) / (200 * Math.PI * (1 + above))).toBeGreaterThan(0.8)
    expect(share(faces, 'freeform')).toBeGreaterThan(0.9 - share(faces, 'sphere'))
  })
})
