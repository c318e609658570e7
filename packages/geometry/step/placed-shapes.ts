import type { OpenCascadeInstance, TopAbs_ShapeEnum, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from './kernel-scope.ts'

/** One distinct solid or surface with all its placements in the file. */
export interface PlacedShape {
  kind: 'solid' | 'surface'
  /** A surface with a free edge, which encloses nothing. */
  isOpen: boolean
  /** At least one; the first is measured. */
  placements: TopoDS_Shape[]
}

export interface FileShapes {
  shapes: PlacedShape[]
  /** Faces that belong to no solid. */
  looseFaces: number
  /** Index in `shapes` of which a kernel shape is a placement, or -1. */
  indexOf(shape: TopoDS_Shape): number
}

/** Numbers distinct shapes from 0. Equal means same geometry and location, in any orientation. */
export interface ShapeNumbers {
  /** The number of a shape. A new shape must not be freed while the numbers are in use. */
  add(shape: TopoDS_Shape): number
  /** The number of a shape, or -1. */
  find(shape: TopoDS_Shape): number
  count(): number
}

/** This build of the kernel has no map of shapes, only a hash and a comparison. */
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

/** Subshapes of a kind, except those inside `avoid`, with their location and orientation. */
export function subshapesOf(
  occ: OpenCascadeInstance,
  shape: TopoDS_Shape,
  find: TopAbs_ShapeEnum,
  avoid: TopAbs_ShapeEnum,
  keep: Keep,
): TopoDS_Shape[] {
  const explorer = keep(new occ.TopExp_Explorer(shape, find, avoid))
  const subshapes: TopoDS_Shape[] = []
  for (; explorer.More(); explorer.Next()) subshapes.push(keep(explorer.Current()))
  return subshapes
}

/** Many systems write each surface as a separate shell; sewing restores connected surfaces. */
function sew(occ: OpenCascadeInstance, pieces: readonly TopoDS_Shape[], keep: Keep): TopoDS_Shape[] {
  if (pieces.length < 2) return [...pieces]

  const sewing = keep(new occ.BRepBuilderAPI_Sewing(1e-3, true, true, true, false))
  for (const piece of pieces) sewing.Add(piece)
  sewing.Perform(keep(new occ.Message_ProgressRange()))

  const result = keep(sewing.SewedShape())
  if (result.IsNull()) return [...pieces]

  return [
    ...subshapesOf(occ, result, 'TopAbs_SHELL', 'TopAbs_SHAPE', keep),
    ...subshapesOf(occ, result, 'TopAbs_FACE', 'TopAbs_SHELL', keep),
  ]
}

/** The distinct solids, shells and loose faces of a file, with all placements of each. */
export function shapesOfFile(occ: OpenCascadeInstance, whole: TopoDS_Shape, keep: Keep): FileShapes {
  const numbers = shapeNumbers(occ)
  const origin = keep(new occ.TopLoc_Location())
  const shapes: PlacedShape[] = []

  const atOrigin = (shape: TopoDS_Shape): TopoDS_Shape => keep(shape.Located(origin, false))
  const addPlacement = (shape: TopoDS_Shape, kind: PlacedShape['kind']): void => {
    const number = numbers.add(atOrigin(shape))
    const known = shapes[number]
    if (known) known.placements.push(shape)
    else shapes.push({ kind, isOpen: kind === 'surface' && !occ.BRep_Tool.IsClosed(shape), placements: [shape] })
  }

  for (const solid of subshapesOf(occ, whole, 'TopAbs_SOLID', 'TopAbs_SHAPE', keep)) addPlacement(solid, 'solid')

  const shells = subshapesOf(occ, whole, 'TopAbs_SHELL', 'TopAbs_SOLID', keep)
  const faces = subshapesOf(occ, whole, 'TopAbs_FACE', 'TopAbs_SHELL', keep)
  const single: TopoDS_Shape[] = [...faces]
  let looseFaces = faces.length

  for (const shell of shells) {
    const count = subshapesOf(occ, shell, 'TopAbs_FACE', 'TopAbs_SHAPE', keep).length
    looseFaces += count
    if (count > 1) addPlacement(shell, 'surface')
    else if (count === 1) single.push(shell)
  }

  for (const piece of sew(occ, single, keep)) addPlacement(piece, 'surface')
  return { shapes, looseFaces, indexOf: (shape) => numbers.find(atOrigin(shape)) }
}
