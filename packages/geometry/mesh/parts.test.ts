import { describe, expect, it } from 'vitest'
import { num } from '../math/typed-access.ts'
import { sizeOf } from '../math/vector.ts'
import { bodiesOf } from './bodies.ts'
import { weldNear } from './near-weld.ts'
import { builtPart, hasRecordedParts, recordedParts } from './recorded-parts.fixture.ts'
import { topologyOf } from './topology.ts'

const stlParts = recordedParts.filter(({ file, readable }) => /\.stl$/i.test(file) && readable)

describe.skipIf(!hasRecordedParts)('real parts agree with their references', () => {
  it.each(stlParts)('$file has the recorded measures', (reference) => {
    const { mesh, sums, triangles } = builtPart(reference.file)
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
    expect(bodies).toHaveLength(reference.shells ?? 0)

    // The reference keeps the file's orientation; one file has inverted triangles, turned here.
    if (exact.facts.misorientedEdges === 0) expect(volumeMm3 / reference.volumeMm3).toBeCloseTo(1, 6)
  })

  it('welding closes cracks of 1e-16 in the slotted disk, but not the hole of the sphere', () => {
    const disk = builtPart('slotted_disk.stl').mesh
    const sphere = builtPart('sphereWithHole.stl').mesh
    expect(weldNear(disk, topologyOf(disk)).topology.facts).toMatchObject({ watertight: true, openEdges: 0 })
    expect(weldNear(sphere, topologyOf(sphere))).toMatchObject({ toleranceMm: 0, mesh: sphere })
  })
})
