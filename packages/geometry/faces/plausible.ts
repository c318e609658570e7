import { eigenOf3 } from '../math/eigen.ts'
import { f64, i32, u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { Facets } from './facets.ts'
import type { Hypothesis } from './grow-region.ts'
import { edgeAt } from './seed-patches.ts'
import { acrossOf, normalInto, type Surface } from './surface.ts'

const degree = Math.PI / 180
const sampledFacets = 250
const sampledTriangles = 16

/**
 * Whether facets that lie on a curved surface also look like its tessellation. Few flats prove little: three points are always on
 * a circle, and so are the four rims of a ring with equal chamfers. Few or coarse ones must be even, or run tangent into what
 * follows, as a fillet does.
 */
export function plausible(facets: Facets, hypothesis: Hypothesis, region: Uint32Array): boolean {
  const { surface, reach } = hypothesis
  if (surface.kind === 'plane') return region.length > 1
  if (vertexCount(facets, region) < leastVertices[surface.kind]) return false

  const { around, along } = levelsOf(facets, surface, region)
  const coarse = reach > 12 * degree
  const tangent = () => tangentShare(facets, hypothesis, region) > 0.45
  if (surface.kind === 'sphere') {
    if (region.length < 6) return false
    return along.count >= 5 || (along.count >= 3 && (!coarse || tangent()) && tangent())
  }

  if (surface.kind === 'torus') {
    if (region.length < 4 || around.count < 3 || along.count < 3) return false
    return along.count >= 5 && (!coarse || along.even) ? true : tangent()
  }

  if (region.length < 2 || around.count < 3) return false
  if (coarse && !around.even) return false
  if (around.count >= 5) return true
  if (around.count === 4 && !coarse && around.even) return true

  return surface.kind === 'cylinder' && tangent()
}

/** Each kind has 4 to 7 numbers to fit; what has hardly more vertices than that fits anything. */
const leastVertices = { cylinder: 6, cone: 8, sphere: 8, torus: 11 } as const

function vertexCount({ starts, members, indices }: Facets, region: Uint32Array): number {
  const seen = new Set<number>()
  for (const f of region.subarray(0, 16)) {
    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      for (let k = 0; k < 3; k++) seen.add(u32(indices, 3 * u32(members, m) + k))
    }
  }
  return seen.size
}

interface Levels {
  count: number
  even: boolean
}

/** How many steps the vertices make round the axis, and along the tube (torus) or the axis. */
function levelsOf(facets: Facets, surface: Surface, region: Uint32Array): { around: Levels; along: Levels } {
  turns.begin()
  heights.begin()

  const { kind, origin, radius } = surface
  const axis = kind === 'sphere' ? zoneAxis(facets, region) : surface.axis
  const [u, v] = acrossOf(axis)
  const { points, indices, starts, members } = facets
  const stride = Math.max(1, Math.ceil(region.length / sampledFacets))

  for (let i = 0; i < region.length; i += stride) {
    const f = u32(region, i)
    const last = Math.min(u32(starts, f + 1), u32(starts, f) + sampledTriangles)
    for (let m = u32(starts, f); m < last; m++) {
      const t = 3 * u32(members, m)
      for (let corner = t; corner < t + 3; corner++) {
        const p = 3 * u32(indices, corner)
        const dx = f64(points, p) - origin[0]
        const dy = f64(points, p + 1) - origin[1]
        const dz = f64(points, p + 2) - origin[2]
        const x = dx * u[0] + dy * u[1] + dz * u[2]
        const y = dx * v[0] + dy * v[1] + dz * v[2]
        const h = dx * axis[0] + dy * axis[1] + dz * axis[2]
        const across = Math.sqrt(x * x + y * y)

        if (across > 1e-9) turns.add(Math.atan2(y, x))
        if (kind === 'torus') heights.add(Math.atan2(h, across - radius))
        else heights.add(kind === 'sphere' ? Math.asin(Math.max(-1, Math.min(1, h / radius))) : h)
      }
    }

    turns.endFacet()
    heights.endFacet()
  }

  return { around: turns.levels(), along: heights.levels() }
}

/** Collects where vertices lie in one direction, facet by facet. */
class Steps {
  readonly #values = new Float64Array(sampledFacets * sampledTriangles * 3)
  readonly #widths = new Float64Array(sampledFacets)
  #count = 0
  #first = 0
  #facetCount = 0

  begin(): void {
    this.#count = 0
    this.#first = 0
    this.#facetCount = 0
  }

  add(value: number): void {
    this.#values[this.#count++] = value
  }

  endFacet(): void {
    let low = Infinity
    let high = -Infinity
    for (let i = this.#first; i < this.#count; i++) {
      low = Math.min(low, f64(this.#values, i))
      high = Math.max(high, f64(this.#values, i))
    }

    this.#first = this.#count

    const width = high - low
    // A facet that straddles the half turn only seems to be wide.
    if (width > 0 && width < Math.PI) this.#widths[this.#facetCount++] = width
  }

  levels(): Levels {
    const values = this.#values.subarray(0, this.#count).sort()
    const extent = (values[values.length - 1] ?? 0) - (values[0] ?? 0)
    const apart = Math.max(1e-3 * extent, 1e-5)

    // Written over the values already read.
    let filled = 0
    let last = values[0] ?? 0
    for (let i = 1; i < values.length; i++) {
      const value = f64(values, i)
      if (value - last > apart) values[filled++] = value - last
      last = value
    }

    const gaps = values.subarray(0, filled).sort()
    const median = gaps[filled >> 1] ?? 0
    let odd = 0
    for (const gap of gaps) if (gap < 0.6 * median || gap > 1.6 * median) odd++

    const widths = this.#widths.subarray(0, this.#facetCount).sort()
    // A strip one facet wide that runs askew has vertices at many levels, yet makes a single step.
    const facetsWide = Math.round(extent / Math.max(widths[widths.length >> 1] ?? 0, 1e-9))
    return { count: Math.min(filled, facetsWide) + 1, even: odd <= 0.3 * filled }
  }
}

const turns = new Steps()
const heights = new Steps()

function zoneAxis({ normals }: Facets, region: Uint32Array): Vec3 {
  const m = new Float64Array(9)
  for (const f of region) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        m[3 * r + c] = f64(m, 3 * r + c) + f64(normals, 3 * f + r) * f64(normals, 3 * f + c)
      }
    }
  }

  const { values, vectors } = eigenOf3(m)
  return values[1] - values[0] > values[2] - values[1] ? vectors[0] : vectors[2]
}

/** Share of the border along the rulings (round the axis, on a torus) over which the neighbour goes on without a kink. */
function tangentShare(facets: Facets, { surface, sign, reach }: Hypothesis, region: Uint32Array): number {
  const inside = new Set(region)
  const normal = new Float64Array(3)
  const allowed = Math.cos(Math.max(1.5 * degree, 0.25 * reach))
  let all = 0
  let smooth = 0

  for (const f of region) {
    for (let m = u32(facets.starts, f); m < u32(facets.starts, f + 1); m++) {
      const t = 3 * u32(facets.members, m)
      for (let h = t; h < t + 3; h++) {
        const twin = i32(facets.twins, h)
        const g = twin < 0 ? -1 : u32(facets.facetOf, (twin / 3) | 0)
        if (inside.has(g)) continue

        const { middle, edge } = edgeAt(facets, h)
        if (!normalInto(surface, middle[0], middle[1], middle[2], normal)) continue

        const n: Vec3 = [f64(normal, 0), f64(normal, 1), f64(normal, 2)]
        const length = lengthOf(edge)
        if (surface.kind !== 'sphere') {
          const round = cross(surface.axis, n)
          const course = surface.kind === 'torus' ? unit(round) : unit(cross(n, round))
          if (Math.abs(dot(course, edge)) < 0.7 * length) continue
        }

        all += length

        const next: Vec3 = g < 0 ? [0, 0, 0] : ([0, 1, 2].map((k) => facets.normals[3 * g + k]) as unknown as Vec3)
        // The neighbour may be curved along the border itself: only its lean across the border counts.
        const across = unit(cross(edge, n))
        const lean = subtract(next, scale(unit(edge), dot(next, unit(edge))))
        if (g >= 0 && lengthOf(lean) > 0.5 && Math.abs(dot(unit(lean), across)) <= Math.sqrt(1 - allowed * allowed)) {
          if (dot(next, n) * sign > 0) smooth += length
        }
      }
    }
  }

  return all > 0 ? smooth / all : 0
}
