import type { OpenCascadeInstance, TopAbs_ShapeEnum, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './kernel/kernel-scope.ts'

/** One distinct solid or surface, with everywhere it stands in the file. */
export interface PlacedShape {
  kind: 'solid' | 'surface'
  /** At least one; the first is the one that is measured. */
  placements: TopoDS_Shape[]
}

export interface FileShapes {
  shapes: PlacedShape[]
  /** Faces that belong to no solid. */
  looseFaces: number
  /** Which of `shapes` a kernel shape is a placement of; -1 when none. */
  indexOf(shape: TopoDS_Shape): number
}

/** Numbers distinct shapes from 0 by the kernel's own identity: the same geometry at the same place, whichever way round. */
export interface ShapeNumbers {
  /** The number of a shape, a new one when it was not met before; the shape must live as long as the numbers do then. */
  add(shape: TopoDS_Shape): number
  /** -1 when it was not met. */
  find(shape: TopoDS_Shape): number
  count(): number
}

/** The kernel's build has no map of shapes, only their hash; equal hashes are told apart by asking. */
export function shapeNumbers(occ: OpenCascadeInstance): ShapeNumbers {
  const byHash = new Map<number, { shape: TopoDS_Shape; number: number }[]>()
  let count = 0
  const entriesOf = (shape: TopoDS_Shape) => {
    const hash = occ.ReplicadShapeHasher.HashCode(shape, 2147483647)
    const entries = byHash.get(hash) ?? []
    if (entries.length === 0) byHash.set(hash, entries)
    return entries
  }

  const numberIn = (entries: { shape: TopoDS_Shape; number: number }[], shape: TopoDS_Shape): number =>
    entries.find((entry) => entry.shape.IsSame(shape))?.number ?? -1

  return {
    add(shape) {
      const entries = entriesOf(shape)
      const known = numberIn(entries, shape)
      if (known < 0) entries.push({ shape, number: count++ })
      return known < 0 ? count - 1 : known
    },
    find: (shape) => numberIn(entriesOf(shape), shape),
    count: () => count,
  }
}

/** Parts of a kind inside a shape, leaving out those inside `avoid`; with location and orientation as they stand. */
export function partsOf(
  occ: OpenCascadeInstance,
  shape: TopoDS_Shape,
  find: TopAbs_ShapeEnum,
  avoid: TopAbs_ShapeEnum,
  keep: Keep,
): TopoDS_Shape[] {
  const explorer = keep(new occ.TopExp_Explorer(shape, find, avoid))
  const parts: TopoDS_Shape[] = []
  for (; explorer.More(); explorer.Next()) parts.push(keep(explorer.Current()))
  return parts
}

/** Many systems write each surface as a shell of its own; sewn where they meet, they are the skins that people see. */
function sewn(occ: OpenCascadeInstance, pieces: readonly TopoDS_Shape[], keep: Keep): TopoDS_Shape[] {
  if (pieces.length < 2) return [...pieces]

  const sewing = keep(new occ.BRepBuilderAPI_Sewing(1e-3, true, true, true, false))
  for (const piece of pieces) sewing.Add(piece)
  sewing.Perform(keep(new occ.Message_ProgressRange()))

  const result = keep(sewing.SewedShape())
  if (result.IsNull()) return [...pieces]

  return [
    ...partsOf(occ, result, 'TopAbs_SHELL', 'TopAbs_SHAPE', keep),
    ...partsOf(occ, result, 'TopAbs_FACE', 'TopAbs_SHELL', keep),
  ]
}

/** The distinct solids, shells and loose faces of a file's shape, equal ones (one body placed twice) joined. */
export function shapesOfFile(occ: OpenCascadeInstance, whole: TopoDS_Shape, keep: Keep): FileShapes {
  const numbers = shapeNumbers(occ)
  const nowhere = keep(new occ.TopLoc_Location())
  const shapes: PlacedShape[] = []
  const bareOf = (shape: TopoDS_Shape): TopoDS_Shape => keep(shape.Located(nowhere, false))
  const place = (shape: TopoDS_Shape, kind: PlacedShape['kind']): void => {
    const number = numbers.add(bareOf(shape))
    const known = shapes[number]
    if (known) known.placements.push(shape)
    else shapes.push({ kind, placements: [shape] })
  }

  for (const solid of partsOf(occ, whole, 'TopAbs_SOLID', 'TopAbs_SHAPE', keep)) place(solid, 'solid')

  const shells = partsOf(occ, whole, 'TopAbs_SHELL', 'TopAbs_SOLID', keep)
  const faces = partsOf(occ, whole, 'TopAbs_FACE', 'TopAbs_SHELL', keep)
  const single: TopoDS_Shape[] = [...faces]
  let looseFaces = faces.length

  for (const shell of shells) {
    const count = partsOf(occ, shell, 'TopAbs_FACE', 'TopAbs_SHAPE', keep).length
    looseFaces += count
    if (count > 1) place(shell, 'surface')
    else if (count === 1) single.push(shell)
  }

  for (const piece of sewn(occ, single, keep)) place(piece, 'surface')
  return { shapes, looseFaces, indexOf: (shape) => numbers.find(bareOf(shape)) }
}
