import { u8, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import type { EdgeMatching } from './edge-matching.ts'
import { addTriangles, emptySums, readSums, type ShellSums, sumsPerShell } from './measure-mesh.ts'

/** Marks triangles that belong to no shell. */
export const noShell = 0xffffffff

/** Marks shells that belong to no body. */
export const noBody = 0xffffffff

export interface ShellLabels {
  shellCount: number
  /** Shell of each triangle, or `noShell`. Shells are numbered by their first triangle. */
  triangleShell: Uint32Array
  /** Number of triangles in each shell. */
  sizes: Uint32Array
  /** 1 for triangles whose orientation differs from most of their shell; undefined if all agree. */
  turned: Uint8Array | undefined
}

/** Numbers the connected surfaces. Shared vertices and non-manifold edges do not connect solids. */
export function labelShells(mesh: TriangleMesh, { forest, excluded, uniform }: EdgeMatching): ShellLabels {
  const triangles = triangleCount(mesh)
  const triangleShell = new Uint32Array(triangles)
  if (uniform) return { shellCount: 1, triangleShell, sizes: Uint32Array.of(triangles), turned: undefined }

  let turned: Uint8Array | undefined
  let shellCount = 0
  for (let t = 0; t < triangles; t++) {
    if (excluded?.[t]) {
      triangleShell[t] = noShell
      continue
    }

    const link = forest.rootLink(t)
    const root = link >>> 1

    // A root is the lowest of its set, so it is numbered before the other members. An excluded root
    // would break that, but excluded triangles are joined to excluded ones only.
    triangleShell[t] = root === t ? shellCount++ : u32(triangleShell, root)

    if (link & 1) {
      turned ??= new Uint8Array(triangles)
      turned[t] = 1
    }
  }

  const sizes = new Uint32Array(shellCount)
  const turnedSizes = new Uint32Array(turned ? shellCount : 0)
  for (let t = 0; t < triangles; t++) {
    const shell = u32(triangleShell, t)
    if (shell === noShell) continue
    sizes[shell] = u32(sizes, shell) + 1
    if (turned?.[t]) turnedSizes[shell] = u32(turnedSizes, shell) + 1
  }

  if (turned) {
    // The first triangle may be the wrong one: the majority decides.
    for (let t = 0; t < triangles; t++) {
      const shell = u32(triangleShell, t)
      if (shell !== noShell && 2 * u32(turnedSizes, shell) > u32(sizes, shell)) {
        turned[t] = 1 - u8(turned, t)
      }
    }
  }

  return { shellCount, triangleShell, sizes, turned }
}

/** Sums of each shell with consistent orientation, relative to `origin`. */
export function sumShells(mesh: TriangleMesh, labels: ShellLabels, origin: Vec3, watch: Watch): ShellSums[] {
  const { triangleShell, turned, shellCount } = labels
  const sums = emptySums(shellCount)
  const offsetOf = (t: number): number => {
    const shell = u32(triangleShell, t)
    return shell === noShell ? -1 : shell * sumsPerShell
  }

  const sign = turned ? (t: number) => 1 - 2 * u8(turned, t) : () => 1
  const triangles = triangleCount(mesh)
  for (let first = 0; first < triangles; first += 65_536) {
    step(watch, 'measuring', first / triangles)
    addTriangles(mesh, origin, first, Math.min(triangles, first + 65_536), sums, offsetOf, sign)
  }

  return Array.from({ length: shellCount }, (_, shell) => readSums(sums, shell * sumsPerShell, origin))
}
