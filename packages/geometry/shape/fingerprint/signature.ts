import type { Watch } from '../../control/watch.ts'
import { num } from '../../math/typed-access.ts'
import type { TriangleMesh } from '../../model/triangle-mesh.ts'
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

/** What a solid is like, wherever it lies and however it is turned; compared with a tolerance by `sameSolid`. */
export interface Signature {
  /** √(∫ r² dA / A) about the surface's centroid: the measure that all other numbers are taken in. */
  lengthMm: number
  areaMm2: number
  volumeMm3: number
  /** What rounding of the file's coordinates can change the numbers below by. */
  noise: number
  /** Numbers that no turn changes. The last `handedCount` change their sign in a mirror. */
  invariants: number[]
  /** Components in the principal axes; `flips` says which change sign as these are turned by half a turn. */
  components: Float64Array
  /** How far off the components may be per radian by which the principal axes are: their tensor's size. */
  leverage: Float64Array
  /** Smallest difference of the principal values: the smaller, the less certain are the axes. */
  gap: number
}

export const handedCount = 4

/** A part of size 100 mm in a file of 6 digits is off by 10⁻⁶ of its coordinates, in one of 32-bit floats by a tenth of it. */
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
    const none = { components: new Float64Array(0), leverage: new Float64Array(0), gap: 0, noise: 0 }
    return { lengthMm: 0, areaMm2: 0, volumeMm3: 0, invariants: [], ...none }
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
