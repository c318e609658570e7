import { f64, num, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, unit, type Vec3 } from '../math/vector.ts'
import { edgeAt, type Facets, facetAcross, normalOf, turnCosine } from './facets.ts'
import type { FittedKind } from './surface.ts'

/** A neighbouring facet, across an edge that may be an edge of the tessellation only. */
interface Side {
  facet: number
  length: number
  /** Away from the facet, in its plane, perpendicular to the common edge. */
  outward: Vec3
}

/** A few facets that may lie on one surface, and the kinds worth fitting to them. */
export interface SeedPatch {
  facets: number[]
  kinds: readonly FittedKind[]
}

/**
 * Neighbouring facets of one curved surface turn by less than this: the strips of an eight-sided
 * hole turn by 45°.
 */
export const maxTurnCosine = Math.cos((46.4 * Math.PI) / 180)

/** A facet of more triangles counts as a plane face and never starts a curved one. */
export const maxSeedTriangles = 64

/**
 * Neighbouring facets of one freeform or doubly curved face differ in area by at most this factor.
 */
export const alike = 12

const developable = ['cylinder', 'cone'] as const
const doublyCurved = ['sphere', 'torus'] as const
const everyKind = ['plane', 'cylinder', 'cone', 'sphere', 'torus'] as const

/** A wide patch ends at a facet that turns by more than this, or at `maxPatch` facets. */
const enoughBend = Math.cos((10 * Math.PI) / 180)
const maxPatch = 150

/**
 * The patches to try around a facet, simplest first; `free` is true for facets that are not taken.
 */
export function* patchesAbout(facets: Facets, seed: number, free: (facet: number) => boolean): Generator<SeedPatch> {
  const sides = sidesOf(facets, seed, free)
  if (sides.length === 0) return

  const pairs = oppositePairs(sides)
  for (const [a, b] of pairs) yield { facets: [seed, a.facet, b.facet], kinds: developable }

  const wide = around(facets, seed, free)
  if (wide.length > 3) yield { facets: wide, kinds: everyKind }

  for (const count of [25, 9]) {
    if (wide.length > 1.5 * count) yield { facets: wide.slice(0, count), kinds: everyKind }
  }

  for (const [a, b] of pairs.slice(0, 2)) {
    for (const side of sides) {
      const isInRow = [a, b].some((end) => side === end || dot(side.outward, end.outward) > 0.7)
      if (isInRow) continue

      const patch = twoRows(facets, seed, a.facet, b.facet, side.facet, free)
      if (patch.length > 4) yield { facets: patch, kinds: doublyCurved }
    }
  }

  for (const side of sides.slice(0, 3)) yield { facets: [seed, side.facet], kinds: ['cylinder'] }
}

function sidesOf(facets: Facets, f: number, free: (facet: number) => boolean): Side[] {
  const { starts, members } = facets
  const found = new Map<number, { sum: Vec3; length: number }>()
  const normal = normalOf(facets, f)
  const last = Math.min(u32(starts, f + 1), u32(starts, f) + maxSeedTriangles)

  for (let m = u32(starts, f); m < last; m++) {
    const t = u32(members, m)
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      const g = facetAcross(facets, h)
      if (g < 0 || g === f || !free(g) || turnCosine(facets, f, g) < maxTurnCosine) continue

      const { edge } = edgeAt(facets, h)
      const known = found.get(g) ?? { sum: [0, 0, 0], length: 0 }
      found.set(g, { sum: add(known.sum, edge), length: known.length + lengthOf(edge) })
    }
  }

  return [...found]
    .map(([facet, { sum, length }]) => ({ facet, length, outward: unit(cross(sum, normal)) }))
    .sort((a, b) => b.length - a.length)
    .slice(0, 12)
}

function oppositePairs(sides: readonly Side[]): [Side, Side][] {
  const pairs: [Side, Side][] = []
  sides.forEach((a, i) => {
    for (const b of sides.slice(i + 1)) if (dot(a.outward, b.outward) < -0.6) pairs.push([a, b])
  })
  return pairs.slice(0, 3)
}

/**
 * The seed and the nearest free facets of about its size, over smooth edges, until they bend enough
 * to distinguish a sphere from a torus. A plane face beside a fillet is left out.
 */
function around(facets: Facets, seed: number, free: (facet: number) => boolean): number[] {
  const area = f64(facets.areas, seed)
  const normal = normalOf(facets, seed)
  const patch = [seed]
  const known = new Set(patch)
  let bend = 1
  const enough = () => patch.length >= 25 && (bend < enoughBend || patch.length >= maxPatch)

  for (let head = 0; head < patch.length && !enough(); head++) {
    for (const { facet } of sidesOf(facets, num(patch, head), free)) {
      const ratio = f64(facets.areas, facet) / area
      if (known.has(facet) || ratio > alike || ratio < 1 / alike) continue
      known.add(facet)
      patch.push(facet)
      bend = Math.min(bend, dot(normal, normalOf(facets, facet)))
      if (enough()) break
    }
  }

  return patch
}

/**
 * Three facets in a row and the three beside them: enough for a fillet that is only two strips
 * wide.
 */
function twoRows(
  facets: Facets,
  seed: number,
  a: number,
  b: number,
  beside: number,
  free: (facet: number) => boolean,
): number[] {
  const patch = [seed, a, b, beside]
  const next = new Set([a, b].flatMap((end) => sidesOf(facets, end, free).map((side) => side.facet)))
  for (const { facet } of sidesOf(facets, beside, free)) if (next.has(facet) && facet !== seed) patch.push(facet)
  return patch
}
