import { f32, num, u32 } from '../math/typed-access.ts'
import type { Box, Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { insideShell, type ShellTriangles } from './inside-shell.ts'
import { noShell, type ShellLabels } from './shells.ts'

const samples = 5

export interface NestedShell {
  box: Box
  closed: boolean
  volumeMm3: number
}

export interface Nest {
  parent: number | undefined
  role: 'body' | 'cavity'
}

/**
 * Finds which shell lies directly inside which. A closed shell inside a body is a cavity, one
 * inside a cavity is a body again, whatever its orientation: exporters often lose the orientation
 * of voids, while solids inside solid material are rare. Shells of one part do not cross, so a few
 * triangles are enough to decide.
 */
export function nestShells(mesh: TriangleMesh, labels: ShellLabels, shells: NestedShell[], watch: Watch): Nest[] {
  const nests = shells.map((): Nest => ({ parent: undefined, role: 'body' }))
  if (shells.length < 2) return nests

  const trianglesOf = trianglesByShell(labels)
  const testers = new Map<number, (point: Vec3) => boolean>()
  const testerOf = (shell: number): ((point: Vec3) => boolean) => {
    const known = testers.get(shell)
    if (known) return known

    const whole: ShellTriangles = {
      mesh,
      triangles: trianglesOf(shell),
      turned: labels.turned,
      box: (shells[shell] as NestedShell).box,
    }
    const made = insideShell(whole)
    testers.set(shell, made)

    return made
  }

  const closed = shells.flatMap((shell, id) => (shell.closed ? [id] : []))
  closed.sort((a, b) => sizeOf(shells, b) - sizeOf(shells, a) || a - b)
  closed.forEach((id, rank) => {
    step(watch, 'topology', rank / closed.length)

    const shell = shells[id] as NestedShell
    // From the next larger shell outwards: the first one that contains it is its parent.
    for (let at = rank - 1; at >= 0; at--) {
      const outer = num(closed, at)
      if (!contains((shells[outer] as NestedShell).box, shell.box)) continue
      if (!mostlyInside(mesh, trianglesOf(id), testerOf(outer))) continue
      nests[id] = { parent: outer, role: nests[outer]?.role === 'body' ? 'cavity' : 'body' }
      return
    }
  })

  return nests
}

const sizeOf = (shells: NestedShell[], id: number): number => Math.abs((shells[id] as NestedShell).volumeMm3)

/** Strict: a void has a wall all around, and a solid written twice is not a void in itself. */
const contains = (outer: Box, inner: Box): boolean =>
  outer.min[0] < inner.min[0] &&
  outer.min[1] < inner.min[1] &&
  outer.min[2] < inner.min[2] &&
  outer.max[0] > inner.max[0] &&
  outer.max[1] > inner.max[1] &&
  outer.max[2] > inner.max[2]

/** Tests triangle centres, because a corner may lie on the other shell where the two touch. */
function mostlyInside(mesh: TriangleMesh, triangles: Uint32Array, inside: (point: Vec3) => boolean): boolean {
  let within = 0
  for (let i = 0; i < samples; i++) {
    const triangle = u32(triangles, Math.floor((i * triangles.length) / samples))
    if (inside(centroid(mesh, triangle))) within++
  }
  return within >= samples - 1
}

function centroid({ positions, indices }: TriangleMesh, triangle: number): Vec3 {
  const sum: [number, number, number] = [0, 0, 0]
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * u32(indices, 3 * triangle + corner)
    for (let axis = 0; axis < 3; axis++) sum[axis] = num(sum, axis) + f32(positions, at + axis) / 3
  }
  return sum
}

/** The triangles of each shell, in ascending sequence. */
function trianglesByShell({ triangleShell, sizes, shellCount }: ShellLabels): (shell: number) => Uint32Array {
  const starts = new Uint32Array(shellCount + 1)
  for (let shell = 0; shell < shellCount; shell++) {
    starts[shell + 1] = u32(starts, shell) + u32(sizes, shell)
  }

  const next = starts.slice()
  const all = new Uint32Array(u32(starts, shellCount))
  for (let t = 0; t < triangleShell.length; t++) {
    const shell = u32(triangleShell, t)
    if (shell === noShell) continue
    all[u32(next, shell)] = t
    next[shell] = u32(next, shell) + 1
  }

  return (shell) => all.subarray(starts[shell], starts[shell + 1])
}
