import { f64 } from '../math/typed-access.ts'
import type { Surface } from './surface.ts'

/** The cosine where the surface has no normal: on its axis, at its centre. */
export const noDirection = 2

/**
 * Distance and direction of points relative to one surface, as `signedDistance` and `normalInto`
 * compute them, but together and without allocating: for the loop that visits every vertex of a
 * mesh several times.
 */
export class Foot {
  /** Distance of the last point from the surface. */
  off = 0
  /**
   * Cosine between the set direction and the surface's normal at the last point, or `noDirection`.
   */
  cosine = noDirection
  #kind: Surface['kind'] = 'plane'
  readonly #origin = new Float64Array(3)
  readonly #axis = new Float64Array(3)
  #radius = 0
  #minor = 0
  #coneSine = 0
  #coneCosine = 1
  #nx = 0
  #ny = 0
  #nz = 0

  setSurface({ kind, origin, axis, radius, minor, slope }: Surface): void {
    this.#kind = kind
    this.#origin.set(origin)
    this.#axis.set(axis)
    this.#radius = radius
    this.#minor = minor
    this.#coneSine = Math.sin(slope)
    this.#coneCosine = Math.cos(slope)
  }

  setDirection(normals: Float64Array, i: number): void {
    this.#nx = f64(normals, i)
    this.#ny = f64(normals, i + 1)
    this.#nz = f64(normals, i + 2)
  }

  measure(points: Float64Array, i: number): void {
    const kind = this.#kind
    const origin = this.#origin
    const axis = this.#axis
    const nx = this.#nx
    const ny = this.#ny
    const nz = this.#nz
    const ax = f64(axis, 0)
    const ay = f64(axis, 1)
    const az = f64(axis, 2)
    const dx = f64(points, i) - f64(origin, 0)
    const dy = f64(points, i + 1) - f64(origin, 1)
    const dz = f64(points, i + 2) - f64(origin, 2)
    const out = dx * nx + dy * ny + dz * nz

    if (kind === 'sphere') {
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      this.off = length - this.#radius
      this.cosine = length > 1e-12 ? out / length : noDirection
      return
    }

    const along = dx * ax + dy * ay + dz * az
    const upright = ax * nx + ay * ny + az * nz
    if (kind === 'plane') {
      this.off = along
      this.cosine = upright
      return
    }

    const rx = dx - along * ax
    const ry = dy - along * ay
    const rz = dz - along * az
    const across = Math.sqrt(rx * rx + ry * ry + rz * rz)

    // Cosine between the set direction and the direction away from the axis.
    const aside = (out - along * upright) / across
    if (kind === 'cylinder') {
      this.off = across - this.#radius
      this.cosine = aside
    } else if (kind === 'cone') {
      this.off = across * this.#coneCosine - along * this.#coneSine
      this.cosine = aside * this.#coneCosine - upright * this.#coneSine
    } else {
      const beyond = across - this.#radius
      const tube = Math.sqrt(beyond * beyond + along * along)
      this.off = tube - this.#minor
      this.cosine = tube > 1e-12 ? (aside * beyond + upright * along) / tube : noDirection
    }

    if (!(across > 1e-9)) this.cosine = noDirection
  }
}
