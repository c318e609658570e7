import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { num } from '../math/typed-access.ts'
import { sizeOf } from '../math/vector.ts'
import { bodiesOf } from './bodies.ts'
import { createMeshBuilder } from './mesh-builder.ts'
import { weldNear } from './near-weld.ts'
import { topologyOf } from './topology.ts'

const folder = join(import.meta.dirname, '../../../../shared/parts')

interface Reference {
  file: string
  readable: boolean
  triangles: number
  sizeMm: [number, number, number]
  volumeMm3: number
  areaMm2: number
  watertight: boolean
  boundaryEdges: number
  nonManifoldEdges: number
  shells: number
}

const references = (): Reference[] =>
  (JSON.parse(readFileSync(join(folder, 'reference.json'), 'utf8')) as { parts: Reference[] }).parts.filter(
    ({ file, readable }) => /\.stl$/i.test(file) && readable,
  )

function read(file: string) {
  const bytes = readFileSync(join(folder, file))
  const builder = createMeshBuilder()
  const stated = bytes.readUInt32LE(80)
  if (bytes.length === 84 + 50 * stated) builder.addRecords(bytes, 84, stated)
  else {
    const corners = [...bytes.toString('latin1').matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)]
    const values = corners.flatMap(([, x, y, z]) => [Number(x), Number(y), Number(z)])
    for (let at = 0; at < values.length; at += 9) {
      builder.addTriangle(
        ...(values.slice(at, at + 9) as [number, number, number, number, number, number, number, number, number]),
      )
    }
  }

  return builder.finish()
}

describe.skipIf(!existsSync(folder))('real parts agree with their references', () => {
  it.each(existsSync(folder) ? references() : [])('$file has the recorded measures', (reference) => {
    const { mesh, sums, triangles } = read(reference.file)
    const exact = topologyOf(mesh, undefined, sums)

    expect(triangles).toBe(reference.triangles)
    expect(exact.facts.signedVolumeMm3 / reference.volumeMm3).toBeCloseTo(1, 6)
    expect(sums.mass.areaMm2 / reference.areaMm2).toBeCloseTo(1, 6)

    sizeOf(sums.mass.box).forEach((size, axis) => {
      expect(size).toBeCloseTo(num(reference.sizeMm, axis), 3)
    })

    expect(exact.facts).toMatchObject({
      watertight: reference.watertight,
      openEdges: reference.boundaryEdges,
      nonManifoldEdges: reference.nonManifoldEdges,
    })
    expect(exact.shellCount).toBe(reference.shells)

    const { bodies, volumeMm3 } = bodiesOf(mesh, exact)
    expect(bodies).toHaveLength(reference.shells)

    // The reference adds tetrahedra as the file faces them; one file has triangles inside out, which are turned here.
    if (exact.facts.misorientedEdges === 0) expect(volumeMm3 / reference.volumeMm3).toBeCloseTo(1, 6)
  })

  it('welding closes cracks of 1e-16 in the slotted disk, but not the hole of the sphere', () => {
    const disk = read('slotted_disk.stl').mesh
    const sphere = read('sphereWithHole.stl').mesh
    expect(weldNear(disk, topologyOf(disk)).topology.facts).toMatchObject({ watertight: true, openEdges: 0 })
    expect(weldNear(sphere, topologyOf(sphere))).toMatchObject({ toleranceMm: 0, mesh: sphere })
  })
})
