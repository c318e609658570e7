import { describe, expect, it } from 'vitest'
import { num, u32 } from '../math/typed-access.ts'
import { noFaces } from '../model/face-graph.fixture.ts'
import type { BodyGeometry, DisplayMesh } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, cylinder, merge, meshOf, moved, sphere, torus, triples } from '../solids.ts'
import { displayMeshOf, thumbnailMeshOf } from './display-mesh.ts'

const bodyOf = (mesh: TriangleMesh, faceOf: (triangle: number) => number = () => 0): BodyGeometry => ({
  mesh,
  triangleFaces: Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => faceOf(t)),
  faces: noFaces,
})

const show = (body: BodyGeometry, budget = 1000) => displayMeshOf(body, budget, unwatched)

const point = (from: Float32Array, at: number) => [...from.subarray(3 * at, 3 * at + 3)] as [number, number, number]
const groupsOf = ({ groups }: DisplayMesh) =>
  Array.from({ length: groups.length / 3 }, (_, i) => point(groups as unknown as Float32Array, i))

function expectSound(mesh: DisplayMesh) {
  expect(mesh.normals).toHaveLength(mesh.positions.length)
  expect(mesh.indices.every((index) => index < mesh.positions.length / 3)).toBe(true)

  let worst = 0
  for (let i = 0; i < mesh.normals.length / 3; i++) {
    worst = Math.max(worst, Math.abs(Math.hypot(...point(mesh.normals, i)) - 1))
  }

  expect(worst).toBeLessThan(1e-5)

  let next = 0
  let lastFace = -1
  for (const [face, first, count] of groupsOf(mesh)) {
    expect(first).toBe(next)
    expect(face).toBeGreaterThan(lastFace)
    next = first + count
    lastFace = face
  }

  expect(next).toBe(mesh.indices.length)
}

/** Triangle sides that no other shares, by position: a crack or the border of an open surface. */
function openSides({ positions, indices }: DisplayMesh): number {
  const sides = new Map<string, number>()
  const name = (i: number) => point(positions, u32(indices, i)).join(' ')
  for (let i = 0; i < indices.length; i++) {
    const side = [name(i), name(i % 3 === 2 ? i - 2 : i + 1)].sort().join('|')
    sides.set(side, (sides.get(side) ?? 0) + 1)
  }
  return [...sides.values()].filter((count) => count === 1).length
}

/** Largest distance of the triangles from a sphere about the origin, as a share of its radius. */
function deviation({ positions, indices }: DisplayMesh, radius: number): number {
  let worst = 0
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [0, 1, 2].map((k) => point(positions, u32(indices, t + k)))
    for (const weights of [
      [1, 0, 0],
      [0.5, 0.5, 0],
      [0, 0.5, 0.5],
      [0.5, 0, 0.5],
      [1 / 3, 1 / 3, 1 / 3],
    ]) {
      const at = [0, 1, 2].map((axis) =>
        corners.reduce((sum, corner, k) => sum + num(weights, k) * num(corner, axis), 0),
      )
      worst = Math.max(worst, Math.abs(Math.hypot(...at) - radius) / radius)
    }
  }

  return worst
}

describe('displayMeshOf', () => {
  it('gives a box 24 vertices with flat normals', async () => {
    const mesh = await show(bodyOf(box([1, 2, 3]), (t) => t >> 1))
    expectSound(mesh)
    expect(mesh.positions).toHaveLength(72)
    expect(groupsOf(mesh)).toEqual([0, 1, 2, 3, 4, 5].map((face) => [face, 6 * face, 6]))
    for (let i = 0; i < 24; i++) expect(point(mesh.normals, i).map(Math.abs).sort()).toEqual([0, 0, 1])
  })

  it('splits sharp edges even inside one face', async () => {
    expect((await show(bodyOf(box()))).positions).toHaveLength(72)
  })

  it('shows a cylinder smooth around and sharp at its rims', async () => {
    const mesh = await show(bodyOf(cylinder(5, 10)))
    expectSound(mesh)

    for (let i = 0; i < mesh.positions.length / 3; i++) {
      const [x, y] = point(mesh.positions, i)
      const [nx, ny, nz] = point(mesh.normals, i)
      if (Math.abs(nz) > 0.01) expect(Math.abs(nz)).toBeCloseTo(1, 6)
      else expect((x * nx + y * ny) / 5).toBeCloseTo(1, 2)
    }

    // Each of the two rims twice, and two poles.
    expect(mesh.positions.length / 3).toBe(4 * 64 + 2)
  })

  it('splits tangent triangles at borders of faces', async () => {
    const flat = meshOf(triples('0,0,0 1,0,0 1,1,0 0,1,0'), triples('0,1,2 0,2,3'))

    expect((await show(bodyOf(flat))).positions).toHaveLength(12)

    const split = await show(bodyOf(flat, (t) => 7 - t))
    expect(split.positions).toHaveLength(18)
    expect(groupsOf(split)).toEqual([
      [6, 0, 3],
      [7, 3, 3],
    ])
  })

  it('changes nothing below the budget', async () => {
    const mesh = torus(10, 3, 32)
    const shown = await show(bodyOf(mesh), mesh.indices.length / 3)
    expect(shown.indices).toHaveLength(mesh.indices.length)
    expect(shown.positions).toHaveLength(mesh.positions.length)
  })

  it('decimates a sphere of 100 000 triangles to the budget within 1 % of its radius', async () => {
    const body = bodyOf(sphere(10, 316))
    for (const budget of [20_000, 2000]) {
      const mesh = await show(body, budget)
      expectSound(mesh)
      expect(mesh.indices.length / 3).toBeLessThanOrEqual(budget)
      expect(mesh.indices.length / 3).toBeGreaterThan(0.9 * budget)
      expect(deviation(mesh, 10)).toBeLessThan(0.01)
      expect(openSides(mesh)).toBe(0)
    }

    expect((await thumbnailMeshOf(body, unwatched)).indices.length / 3).toBeLessThanOrEqual(2000)
  })

  it('keeps faces in position and without cracks when decimating', async () => {
    // Faces are the quarters of the ring: their borders must stay in the planes x = 0 and y = 0.
    const mesh = torus(10, 3, 128)
    const quarter = (t: number) => {
      const corner = [0, 1, 2].map((k) => point(mesh.positions, u32(mesh.indices, 3 * t + k)))
      const sum = [0, 1, 2].map((axis) => corner.reduce((total, p) => total + num(p, axis), 0))
      if (num(sum, 0) > 0) return num(sum, 1) > 0 ? 3 : 5
      return num(sum, 1) > 0 ? 8 : 13
    }
    const shown = await show(bodyOf(mesh, quarter), 3000)
    expectSound(shown)

    expect(shown.indices.length / 3).toBeLessThanOrEqual(3000)
    expect(openSides(shown)).toBe(0)
    expect(groupsOf(shown).map(([face]) => face)).toEqual([3, 5, 8, 13])

    for (const [face, first, count] of groupsOf(shown)) {
      const sx = face === 3 || face === 5 ? 1 : -1
      const sy = face === 3 || face === 8 ? 1 : -1
      for (let i = first; i < first + count; i++) {
        const [x, y] = point(shown.positions, u32(shown.indices, i))
        expect(x * sx).toBeGreaterThan(-1e-5)
        expect(y * sy).toBeGreaterThan(-1e-5)
      }
    }
  })

  it('reaches the budget even if every triangle is a separate face or unconnected', async () => {
    const own = await show(
      bodyOf(sphere(10, 64), (t) => t),
      500,
    )
    expectSound(own)

    expect(own.indices.length / 3).toBeLessThanOrEqual(500)
    expect(deviation(own, 10)).toBeLessThan(0.1)

    const loose = merge(
      ...Array.from({ length: 3000 }, (_, i) =>
        moved(meshOf(triples('0,0,0 1,0,0 0,1,0'), [[0, 1, 2]]), [i % 60, Math.floor(i / 60), i % 7]),
      ),
    )
    const soup = await show(bodyOf(loose), 100)
    expectSound(soup)

    expect(soup.indices.length / 3).toBeLessThanOrEqual(100)
    expect(soup.indices.length).toBeGreaterThan(0)
  })

  it('shows open meshes and single triangles', async () => {
    const half = sphere(10, 64)
    const open = await show(bodyOf({ ...half, indices: half.indices.slice(half.indices.length / 2) }), 300)
    expectSound(open)

    expect(open.indices.length / 3).toBeLessThanOrEqual(300)
    expect(deviation(open, 10)).toBeLessThan(0.1)

    const single = await show(bodyOf(meshOf(triples('0,0,0 1,0,0 0,1,0'), [[0, 1, 2]])))

    expect(single).toMatchObject({ indices: Uint32Array.of(0, 1, 2), groups: Uint32Array.of(0, 0, 3) })
    expect([...single.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
  })

  it('leaves out triangles without area and with invalid indices', async () => {
    const { positions } = box()
    const indices = Uint32Array.from([0, 2, 1, 0, 0, 1, 3, 3, 3, 0, 1, 99])
    const line = meshOf(triples('0,0,0 1,1,1 2,2,2'), [[0, 1, 2]])

    expect((await show(bodyOf({ positions, indices }))).indices).toHaveLength(3)

    for (const mesh of [line, meshOf([], [])]) {
      const shown = await show(bodyOf(mesh))
      expect([shown.indices.length, shown.positions.length, shown.groups.length]).toEqual([0, 0, 0])
    }
  })

  it('decimates parts of any size', async () => {
    const unit = sphere(1, 64)
    for (const size of [1e-30, 3e38]) {
      const mesh = { ...unit, positions: unit.positions.map((x) => x * size) }
      const shown = await show(bodyOf(mesh), 500)
      expectSound(shown)
      expect(shown.indices.length / 3).toBeLessThanOrEqual(500)
      expect(deviation(shown, size)).toBeLessThan(0.1)
    }
  })

  it('computes normals for a fan of very many triangles', async () => {
    const mesh = cylinder(5, 10, 5000)
    expectSound(await show(bodyOf(mesh), 20_000))
  })

  it('stops if the watch says so', async () => {
    const watch = { mustStop: () => 'deadline' as const, progress: () => undefined }
    await expect(displayMeshOf(bodyOf(box()), 100, watch)).rejects.toThrow('deadline')
  })
})
