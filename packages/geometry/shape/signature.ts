import { num } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Watch } from '../model/watch.ts'
import { type Moments, momentsOf } from './moments.ts'
import {
  contracted,
  dotted,
  inFrame,
  normOf,
  principalFrame,
  type Tensor,
  tensorOf,
  traceOfProduct,
  triple,
} from './tensors.ts'

/**
 * Numbers that describe a solid independently of its position and rotation; compared with a
 * tolerance by `sameSolid`.
 */
export interface Signature {
  /** √(∫ r² dA / A) about the surface's centroid: the unit of all other numbers. */
  lengthMm: number
  areaMm2: number
  volumeMm3: number
  /** How much rounding of the file's coordinates can change the numbers below. */
  noise: number
  /** Numbers that are invariant under rotation. The last `handedCount` change sign in a mirror. */
  invariants: number[]
  /**
   * Components in the principal axes. A half turn of these axes changes the signs of some (see
   * `signs`).
   */
  components: Float64Array
  /** Error of each component per radian of error in the principal axes: the size of its tensor. */
  leverage: Float64Array
  /**
   * Smallest difference of the principal values: the smaller it is, the less certain are the axes.
   */
  gap: number
}

export const handedCount = 4

/**
 * In a file of 6 digits a part of 100 mm is off by 10⁻⁶ of its coordinates, in one of 32-bit floats
 * by a tenth of that.
 */
const coordinateNoise = 1e-6

function normalised(moments: Moments, lengthMm: number): Tensor[] {
  const by = (order: number) => 1 / (moments.areaMm2 * lengthMm ** order)
  return [
    tensorOf(2, moments.areaSecond, by(2)),
    tensorOf(3, moments.areaThird, by(3)),
    tensorOf(1, moments.volumeFirst, by(2)),
    tensorOf(2, moments.volumeSecond, by(3)),
    tensorOf(3, moments.volumeThird, by(4)),
    tensorOf(2, moments.winding, by(1)),
  ]
}

function invariantsOf(volume: number, tensors: readonly Tensor[]): number[] {
  const [area2, area3, volume1, volume2, volume3, winding] = tensors as [Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]
  const lopsided = contracted(area3)
  const deepLopsided = contracted(volume3)

  return [
    volume,
    ...principalFrame(area2).values,
    ...principalFrame(volume2).values,
    ...[volume1, area3, volume3, lopsided, deepLopsided, winding].map(normOf),
    dotted(volume1, lopsided),
    dotted(volume1, deepLopsided),
    traceOfProduct(area2, winding),
    traceOfProduct(volume2, winding),
    triple(area2, lopsided),
    triple(volume2, deepLopsided),
  ]
}

/** The signature of a mesh in mm; all numbers are 0 for a mesh without surface. */
export function signatureOf(mesh: TriangleMesh, watch: Watch): Signature {
  const moments = momentsOf(mesh, watch)
  const [xx, yy, zz] = moments.areaSecond as unknown as [number, number, number]
  const lengthMm = moments.areaMm2 > 0 ? Math.sqrt((xx + yy + zz) / moments.areaMm2) : 0
  const { areaMm2, volumeMm3 } = moments

  if (!(lengthMm > 0)) {
    return {
      lengthMm: 0,
      areaMm2: 0,
      volumeMm3: 0,
      noise: 0,
      invariants: [],
      components: new Float64Array(0),
      leverage: new Float64Array(0),
      gap: 0,
    }
  }

  const tensors = normalised(moments, lengthMm)
  const { values, axes } = principalFrame(tensors[0] as Tensor)
  const turned = tensors.map((tensor) => inFrame(tensor, axes))

  return {
    lengthMm,
    areaMm2,
    volumeMm3,
    noise: (coordinateNoise * moments.reachMm) / lengthMm,
    invariants: invariantsOf(volumeMm3 / (areaMm2 * lengthMm), tensors),
    components: Float64Array.from(turned.flatMap(({ values: all }) => [...all])),
    leverage: Float64Array.from(
      turned.flatMap((tensor) => new Array<number>(tensor.values.length).fill(tensor.order * normOf(tensor))),
    ),
    gap: Math.min(num(values, 0) - num(values, 1), num(values, 1) - num(values, 2)),
  }
}
