import { f64, num } from '../math/typed-access.ts'
import { handedCount, type Signature } from './signature.ts'

/** Solids that differ by more than this are different, however coarse their coordinates. */
const maxTolerance = 5e-4
const minTolerance = 1e-7

/** Orders of the tensors in a signature's components. */
const tensorOrders = [2, 3, 1, 2, 3, 2]

/** The half turns of the principal axes, as the signs of the axes. */
const halfTurns = [
  [1, 1, 1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
] as const

/** For each half turn, the sign of each component. */
const signs = halfTurns.map((turn) =>
  tensorOrders.flatMap((order) =>
    Array.from({ length: 3 ** order }, (_, at) => {
      let sign = 1
      for (let place = 0, rest = at; place < order; place++, rest = Math.floor(rest / 3)) sign *= turn[(rest % 3) as 0]
      return sign
    }),
  ),
)

const toleranceFor = (a: Signature, b: Signature): number =>
  Math.min(maxTolerance, minTolerance + 2 * (a.noise + b.noise))

const near = (a: number, b: number, tolerance: number): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))

/**
 * Whether some half turn of the principal axes makes all components equal. For a mirror image none
 * does.
 */
function sameInAxes(a: Signature, b: Signature, tolerance: number): boolean {
  // Rounding turns the axes by about its size divided by the gap; where that is large, the
  // components are meaningless.
  const turn = Math.min(1, (4 * tolerance) / Math.max(Math.min(a.gap, b.gap), 1e-12))
  return signs.some((sign) =>
    a.components.every((value, i) => {
      const leverage = Math.max(f64(a.leverage, i), f64(b.leverage, i))
      return Math.abs(value - num(sign, i) * f64(b.components, i)) <= tolerance + turn * leverage
    }),
  )
}

/**
 * Whether two signatures belong to the same solid, moved and turned but not mirrored or scaled.
 * Compares with a tolerance for rounded coordinates: rounding into buckets would separate some
 * equal parts.
 */
export function sameSolid(a: Signature, b: Signature): boolean {
  if (a.invariants.length !== b.invariants.length) return false

  const tolerance = toleranceFor(a, b)
  if (!near(a.lengthMm, b.lengthMm, tolerance) || !near(a.areaMm2, b.areaMm2, 2 * tolerance)) return false

  // Some of the invariants are products of up to six numbers around 1; each factor adds the
  // tolerance once.
  const same = a.invariants.every((value, i) => Math.abs(value - num(b.invariants, i)) <= 4 * tolerance)
  return same && sameInAxes(a, b, 4 * tolerance)
}

/**
 * A short text for a solid, from its rounded measures and its handedness. To compare solids use
 * `groupEqual`.
 */
export function fingerprintOf(signature: Signature): string {
  const { volumeMm3, areaMm2, lengthMm, invariants } = signature
  const strongest = invariants
    .slice(-handedCount)
    .reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  const isSymmetric = Math.abs(strongest) <= Math.max(1e-6, 20 * signature.noise)
  const side = strongest > 0 ? 'r' : 'l'
  const hand = isSymmetric ? 'n' : side

  const numbers = [volumeMm3, areaMm2, lengthMm].map((value) => value.toExponential(3).replace('e+', 'e'))
  return `${numbers.join('_')}_${hand}`
}

/** Equal solids among the given ones. */
export interface SolidGroup {
  /** Fingerprint of the first member, made unique among the groups. */
  fingerprint: string
  /** Indices into the given list, ascending. */
  members: number[]
}

/** Groups of equal solids, sorted by their first members. */
export function groupEqual(signatures: readonly Signature[]): SolidGroup[] {
  const groups: SolidGroup[] = []
  const taken = new Map<string, number>()

  // Only solids of nearly the same size can match: buckets of 1 % and their neighbours, far wider
  // than any tolerance.
  const bySize = new Map<number, SolidGroup[]>()
  signatures.forEach((signature, member) => {
    const bucket = Math.floor(Math.log(Math.max(signature.lengthMm, 1e-60)) * 100)
    const close = [bucket - 1, bucket, bucket + 1].flatMap((size) => bySize.get(size) ?? [])
    const equal = close.find(({ members }) => sameSolid(signatures[num(members, 0)] as Signature, signature))
    if (equal) {
      equal.members.push(member)
      return
    }

    const text = fingerprintOf(signature)
    const uses = (taken.get(text) ?? 0) + 1
    taken.set(text, uses)

    const group = { fingerprint: uses === 1 ? text : `${text}${uses}`, members: [member] }
    groups.push(group)
    bySize.set(bucket, [...(bySize.get(bucket) ?? []), group])
  })

  return groups
}
