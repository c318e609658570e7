import { eigenOf3 } from '../math/eigen.ts'
import { f64, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { Facets } from './facets.ts'
import { acrossOf, type Surface } from './surface.ts'

const sampledFacets = 250
const sampledTriangles = 16

/** How many levels vertices have in one direction, and whether the steps between them are even. */
export interface Levels {
  count: number
  even: boolean
}

/** Collects the vertices' coordinates in one direction, facet by facet. */
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
    // A facet across the half turn, where the angle jumps, only seems to be wide.
    if (width > 0 && width < Math.PI) this.#widths[this.#facetCount++] = width
  }

  levels(): Levels {
    const values = this.#values.subarray(0, this.#count).sort()
    const extent = (values[values.length - 1] ?? 0) - (values[0] ?? 0)
    const apart = Math.max(1e-3 * extent, 1e-5)

    // The gaps overwrite values that have been read.
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

    // A slanted strip one facet wide has vertices at many levels, yet makes a single step.
    const widths = this.#widths.subarray(0, this.#facetCount).sort()
    const facetsWide = Math.round(extent / Math.max(widths[widths.length >> 1] ?? 0, 1e-9))
    return { count: Math.min(filled, facetsWide) + 1, even: odd <= 0.3 * filled }
  }
}

/** Reused by all calls: the buffers are large, and tens of thousands of regions are checked. */
const turns = new Steps()
const heights = new Steps()

/** The axis of a spherical zone: the direction its normals favour or avoid most. */
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

/**
 * The levels of a region's vertices around the axis of its surface (angles), and along it: heights
 * on a cylinder or cone, latitudes on a sphere, angles around the tube on a torus.
 */
export function levelsOf(facets: Facets, surface: Surface, region: Uint32Array): { around: Levels; along: Levels } {
  const { kind, origin, radius } = surface
  const axis = kind === 'sphere' ? zoneAxis(facets, region) : surface.axis
  const [u, v] = acrossOf(axis)
  const { points, indices, starts, members } = facets

  function addVertex(p: number): void {
    const dx = f64(points, p) - origin[0]
    const dy = f64(points, p + 1) - origin[1]
    const dz = f64(points, p + 2) - origin[2]
    const x = dx * u[0] + dy * u[1] + dz * u[2]
    const y = dx * v[0] + dy * v[1] + dz * v[2]
    const h = dx * axis[0] + dy * axis[1] + dz * axis[2]
    const across = Math.sqrt(x * x + y * y)

    if (across > 1e-9) turns.add(Math.atan2(y, x))

    if (kind === 'torus') heights.add(Math.atan2(h, across - radius))
    else if (kind === 'sphere') heights.add(Math.asin(Math.max(-1, Math.min(1, h / radius))))
    else heights.add(h)
  }

  turns.begin()
  heights.begin()

  const stride = Math.max(1, Math.ceil(region.length / sampledFacets))
  for (let i = 0; i < region.length; i += stride) {
    const f = u32(region, i)
    const last = Math.min(u32(starts, f + 1), u32(starts, f) + sampledTriangles)
    for (let m = u32(starts, f); m < last; m++) {
      const t = 3 * u32(members, m)
      for (let corner = t; corner < t + 3; corner++) addVertex(3 * u32(indices, corner))
    }

    turns.endFacet()
    heights.endFacet()
  }

  return { around: turns.levels(), along: heights.levels() }
}
