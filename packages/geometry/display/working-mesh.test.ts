import { describe, expect, it } from 'vitest'
import { massOf } from '../mesh/measure-mesh.ts'
import { triangleCount } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { merge, moved, sphere } from '../solids.ts'
import { clusterVertices } from './cluster-vertices.ts'
import { workingMeshOf, workingTriangles } from './working-mesh.ts'

describe('the working mesh', () => {
  it('is the mesh itself if it is small', async () => {
    const mesh = sphere(10, 32)
    expect(await workingMeshOf(mesh, unwatched)).toBe(mesh)
  })

  it('has about a million triangles and the same surface if the mesh is larger', async () => {
    const mesh = sphere(10, 1200)
    const working = await workingMeshOf(mesh, unwatched)
    expect(triangleCount(working)).toBeLessThanOrEqual(2 * workingTriangles)
    expect(triangleCount(working)).toBeLessThan(triangleCount(mesh))
    expect(massOf(working).volumeMm3 / massOf(mesh).volumeMm3).toBeCloseTo(1, 3)
  })

  it('is clustered to the budget if the mesh is too large to decimate', () => {
    const mesh = merge(sphere(10, 400), moved(sphere(5, 400), [30, 0, 0]))
    const few = clusterVertices(mesh, 20_000, unwatched)
    expect(triangleCount(few)).toBeLessThan(40_000)
    expect(triangleCount(few)).toBeGreaterThan(1000)
    expect(massOf(few).volumeMm3 / massOf(mesh).volumeMm3).toBeCloseTo(1, 1)
  })
})
