import { f32 } from '../math/typed-access.ts'
import { scale } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { MeshSums } from './measure-mesh.ts'

/** Multiplies every coordinate by `factor` in place, for example by 25.4 for a file in inches. */
export function scaleMesh({ positions }: TriangleMesh, factor: number): void {
  if (factor === 1) return
  for (let i = 0; i < positions.length; i++) positions[i] = f32(positions, i) * factor
}

/** The sums of a mesh after `scaleMesh`. */
export const scaledSums = ({ mass, vectorAreaMm2, flatTriangles }: MeshSums, factor: number): MeshSums => ({
  mass: {
    volumeMm3: mass.volumeMm3 * factor ** 3,
    areaMm2: mass.areaMm2 * factor ** 2,
    box: { min: scale(mass.box.min, factor), max: scale(mass.box.max, factor) },
    centreOfMass: scale(mass.centreOfMass, factor),
    exactness: mass.exactness,
  },
  vectorAreaMm2: vectorAreaMm2 * factor ** 2,
  flatTriangles,
})
