import { describe, expect, it } from 'vitest'
import { f32, u32 } from '../math/typed-access.ts'
import { cross, lengthOf, subtract, vec3AtF32 } from '../math/vector.ts'
import { noFaces } from '../model/face-graph.fixture.ts'
import type { DisplayMesh } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, cylinder, meshOf, plateWithHoles, polygon, prism, sphere, triples, tube } from '../solids.ts'
import { displayMeshOf } from './display-mesh.ts'
import { refinedMesh } from './refined-mesh.ts'
import { thicknessMap } from './thickness-map.ts'

function shown(mesh: TriangleMesh): Promise<DisplayMesh> {
  const triangleFaces = new Uint32Array(mesh.indices.length / 3)
  return displayMeshOf({ mesh, triangleFaces, faces: noFaces }, 1_000_000, unwatched)
}

/** Thickness of the vertices whose normal is along an axis, either way. */
const along = (mesh: DisplayMesh, map: Float32Array, axis: 0 | 1 | 2) =>
  [...map].filter((_, vertex) => Math.abs(f32(mesh.normals, 3 * vertex + axis)) > 0.999)

describe('the thickness behind each vertex', () => {
  it('is 2 mm on both faces of a plate of 2 mm, corners included', async () => {
    const mesh = await shown(box([40, 30, 2]))
    const map = thicknessMap(mesh)
    expect(map).toHaveLength(mesh.positions.length / 3)
    expect(along(mesh, map, 2)).toEqual(new Array(8).fill(expect.closeTo(2, 4)))
    expect(along(mesh, map, 0)).toEqual(new Array(8).fill(expect.closeTo(40, 4)))
  })

  it('is 1.5 mm inside and outside a tube with that wall', async () => {
    const mesh = await shown(tube(10, 8.5, 30))
    const round = [...thicknessMap(mesh)].filter((_, vertex) => Math.abs(f32(mesh.normals, 3 * vertex + 2)) < 0.1)
    expect(round.length).toBeGreaterThan(200)
    for (const mm of round) expect(Math.abs(mm - 1.5)).toBeLessThan(0.02)
  })

  it('is the diameter everywhere on a ball', async () => {
    const map = thicknessMap(await shown(sphere(10)))
    for (const mm of map) expect(Math.abs(mm - 20)).toBeLessThan(0.1)
  })

  it('is the diameter around a bar and its length at the ends', async () => {
    const mesh = await shown(cylinder(5, 40))
    const map = thicknessMap(mesh)
    for (const mm of along(mesh, map, 2)) expect(mm).toBeCloseTo(40, 3)
    for (const mm of along(mesh, map, 0)) expect(Math.abs(mm - 10)).toBeLessThan(0.05)
  })

  it('is undefined at the sharp edge of a wedge', async () => {
    const wedge = prism(polygon('0,0 20,-2 20,2'), 20)
    const mesh = await shown(wedge)
    const atEdge = [...thicknessMap(mesh)].filter(
      (_, vertex) => mesh.positions[3 * vertex] === 0 && Math.abs(f32(mesh.normals, 3 * vertex + 2)) > 0.9,
    )

    expect(atEdge).toEqual([NaN, NaN, NaN, NaN])
  })

  it('is undefined on an open sheet', async () => {
    const sheet = await shown(meshOf(triples('0,0,0 9,0,0 0,9,0'), [[0, 1, 2]]))
    expect([...thicknessMap(sheet)]).toEqual([NaN, NaN, NaN])
  })

  it('reports progress and stops if the watch says so', async () => {
    const mesh = await shown(box())
    const reported: number[] = []
    thicknessMap(mesh, { mustStop: () => undefined, progress: (_, done) => reported.push(done) })
    expect(reported.at(-1)).toBeGreaterThan(0.1)
    expect(() => thicknessMap(mesh, { ...unwatched, mustStop: () => 'cancelled' })).toThrow('cancelled')
  })
})

describe('a refined mesh', () => {
  const areaOf = ({ positions, indices }: DisplayMesh) => {
    let area = 0
    for (let i = 0; i < indices.length; i += 3) {
      const corner = (k: number) => vec3AtF32(positions, 3 * u32(indices, i + k))
      const a = corner(0)
      area += lengthOf(cross(subtract(corner(1), a), subtract(corner(2), a))) / 2
    }

    return area
  }
  const longestSide = ({ positions, indices }: DisplayMesh) => {
    let longest = 0
    for (let i = 0; i < indices.length; i++) {
      const a = u32(indices, i)
      const b = u32(indices, i % 3 === 2 ? i - 2 : i + 1)
      const apart = [0, 1, 2].map((k) => f32(positions, 3 * a + k) - f32(positions, 3 * b + k))
      longest = Math.max(longest, Math.hypot(...apart))
    }

    return longest
  }

  it('has the same surface and faces with short sides and without cracks', async () => {
    const coarse = await shown(box([40, 30, 2]))
    const fine = refinedMesh(coarse, 3, 100_000)

    expect(longestSide(fine)).toBeLessThanOrEqual(3)
    expect(areaOf(fine)).toBeCloseTo(areaOf(coarse), 3)
    expect(fine.groups.filter((_, i) => i % 3 === 2).reduce((sum, count) => sum + count, 0)).toBe(fine.indices.length)

    const sides = new Map<string, number>()
    for (let i = 0; i < fine.indices.length; i++) {
      const a = u32(fine.indices, i)
      const b = u32(fine.indices, i % 3 === 2 ? i - 2 : i + 1)
      const ends = [a, b].map((vertex) => fine.positions.subarray(3 * vertex, 3 * vertex + 3).join(' '))
      const name = ends.sort().join('|')
      sides.set(name, (sides.get(name) ?? 0) + 1)
    }

    expect(new Set(sides.values())).toEqual(new Set([2]))
  })

  it('is unchanged if its sides are short, and stays within its budget', async () => {
    const mesh = await shown(box([40, 30, 2]))
    expect(refinedMesh(mesh, 100, 1000)).toEqual(mesh)
    const bounded = refinedMesh(mesh, 0.001, 1000)
    expect(bounded.indices.length / 3).toBeLessThanOrEqual(1000)
    expect(Math.max(...bounded.indices)).toBe(bounded.positions.length / 3 - 1)
  })

  it('shows a thin spot in the middle of a large face', async () => {
    const plate = plateWithHoles({ columns: 1, rows: 1, pitch: 40, thickness: 10 }, polygon('12,0 12,9'))
    const mesh = refinedMesh(await shown(plate), 2, 100_000)
    const below = along(mesh, thicknessMap(mesh), 2)

    expect(Math.min(...below)).toBeCloseTo(1, 3)
    expect(Math.max(...below)).toBeCloseTo(10, 3)
  })
})
