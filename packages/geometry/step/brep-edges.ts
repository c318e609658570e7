import type {
  OpenCascadeInstance,
  TopExp_Explorer,
  TopoDS_Edge,
  TopoDS_Face,
  TopoDS_Shape,
} from 'replicad-opencascadejs'
import { cross, dot, lengthOf, scale, unit, type Vec3 } from '../math/vector.ts'
import type { Face, FaceEdge } from '../model/face-graph.ts'
import { step, type Watch } from '../model/watch.ts'
import { type FaceSurface, normalAt } from './brep-surfaces.ts'
import { joinEdges, type SharedEdge } from './join-edges.ts'
import { type Keep, scoped, toVec3AndFree } from './kernel-scope.ts'
import { type ShapeNumbers, shapeNumbers } from './placed-shapes.ts'

/** One edge of the B-rep with the faces that use it. */
interface EdgeUse {
  edge: TopoDS_Edge
  faces: number[]
  /** Whether the boundary of the first face runs along the curve. */
  forward: boolean
  /** Forward uses minus reversed uses; 0 for a closed surface. */
  balance: number
  degenerated: boolean
}

export interface BrepEdges {
  edges: FaceEdge[]
  /** The surface has no open border. */
  closed: boolean
  openEdges: number
}

/** All edges with the faces that use them. */
function edgeUses(occ: OpenCascadeInstance, faces: readonly TopoDS_Face[], keep: Keep, watch: Watch): EdgeUse[] {
  const numbers = shapeNumbers(occ)
  const explorer = keep(new occ.TopExp_Explorer())
  const uses: EdgeUse[] = []
  for (const [face, shape] of faces.entries()) {
    if (face % 256 === 0) step(watch, 'faces', 0.5 + (0.25 * face) / faces.length)
    for (explorer.Init(shape, 'TopAbs_EDGE', 'TopAbs_SHAPE'); explorer.More(); explorer.Next()) {
      const found: TopoDS_Shape = explorer.Current()
      const orientation = found.Orientation()
      const number = numbers.add(found)
      if (number === uses.length) {
        const edge = keep(occ.TopoDS.Edge(keep(found)))
        const degenerated = occ.BRep_Tool.Degenerated(edge)
        uses.push({ edge, faces: [], forward: orientation === 'TopAbs_FORWARD', balance: 0, degenerated })
      } else found.delete()

      const use = uses[number] as EdgeUse
      if (orientation === 'TopAbs_FORWARD') use.balance++
      else if (orientation === 'TopAbs_REVERSED') use.balance--
      else continue

      use.faces.push(face)
    }
  }

  return uses
}

/** Outward normal of a face at a point of one of its edges; undefined if it has none there. */
function outwardAt(
  occ: OpenCascadeInstance,
  { edge, face, surface, concave, insideOut }: FaceAtEdge,
  point: Vec3,
  parameter: number,
): Vec3 | undefined {
  const known = normalAt(surface, point)
  if (known) return scale(known, concave ? -1 : 1)

  return scoped((keep) => {
    const curve = keep(new occ.BRepAdaptor_Curve2d(edge, face))
    const uv = keep(curve.EvalD0(parameter))
    const { Point, D1U, D1V } = keep(new occ.BRepAdaptor_Surface(face, false)).EvalD1(uv.X(), uv.Y())
    Point.delete()

    const normal = cross(toVec3AndFree(D1U), toVec3AndFree(D1V))
    if (!(lengthOf(normal) > 0 && normal.every(Number.isFinite))) return undefined

    const reversed = (face.Orientation() === 'TopAbs_REVERSED') !== insideOut
    return scale(unit(normal), reversed ? -1 : 1)
  })
}

interface FaceAtEdge {
  edge: TopoDS_Edge
  face: TopoDS_Face
  surface: FaceSurface
  concave: boolean
  insideOut: boolean
}

const smoothBelowDeg = 1

/**
 * Whether the material fills less than 180° (convex) or more. Seen from outside, the first face
 * lies to the left of its boundary: if the direction into it, n × t, points below the plane of the
 * second face, the corner is convex.
 */
function cornerOf(normalA: Vec3, normalB: Vec3, boundary: Vec3): Pick<FaceEdge, 'convexity' | 'turnDeg'> {
  const turnDeg = (Math.atan2(lengthOf(cross(normalA, normalB)), dot(normalA, normalB)) * 180) / Math.PI
  if (turnDeg < smoothBelowDeg) return { convexity: 'smooth', turnDeg }
  return { convexity: dot(normalB, cross(normalA, boundary)) > 0 ? 'concave' : 'convex', turnDeg }
}

/** The numbers of an edge's two vertices; equal for a closed edge. */
function endsOf(
  vertices: ShapeNumbers,
  explorer: TopExp_Explorer,
  edge: TopoDS_Edge,
  keep: Keep,
): readonly [number, number] {
  const ends: number[] = []
  for (explorer.Init(edge, 'TopAbs_VERTEX', 'TopAbs_SHAPE'); explorer.More() && ends.length < 2; explorer.Next()) {
    const vertex = explorer.Current()
    const countBefore = vertices.count()
    ends.push(vertices.add(vertex))
    if (vertices.count() > countBefore) keep(vertex)
    else vertex.delete()
  }

  return [ends[0] ?? 0, ends[1] ?? ends[0] ?? 0]
}

const curveKinds: Record<string, FaceEdge['kind']> = { GeomAbs_Line: 'line', GeomAbs_Circle: 'circle' }

const curveOf = (occ: OpenCascadeInstance, edge: TopoDS_Edge) =>
  scoped((keep) => {
    const curve = keep(new occ.BRepAdaptor_Curve(edge))
    const first = curve.FirstParameter()
    const last = curve.LastParameter()
    const parameter = (first + last) / 2
    const { Point, D1 } = curve.EvalD1(parameter)
    const kind = curveKinds[curve.GetType()] ?? 'other'
    const radiusMm = kind === 'circle' ? keep(curve.Circle()).Radius() : 0

    let lengthMm = kind === 'line' ? last - first : radiusMm * (last - first)

    if (kind === 'other') {
      const properties = keep(new occ.GProp_GProps())
      occ.BRepGProp.LinearProperties(edge, properties, false, false)
      lengthMm = properties.Mass()
    }

    return {
      kind,
      radiusMm,
      lengthMm,
      parameter,
      midpoint: toVec3AndFree(Point),
      tangent: unit(toVec3AndFree(D1)),
    } as const
  })

/** The borders between the faces of a body. `insideOut`: its normals point inwards in the file. */
export const edgesOfBody = (
  occ: OpenCascadeInstance,
  shapes: readonly TopoDS_Face[],
  { faces, surfaces }: { faces: readonly Face[]; surfaces: readonly FaceSurface[] },
  insideOut: boolean,
  watch: Watch,
): BrepEdges =>
  scoped((keep) => {
    const uses = edgeUses(occ, shapes, keep, watch)
    const vertices = shapeNumbers(occ)
    const explorer = keep(new occ.TopExp_Explorer())
    const faceAt = (edge: TopoDS_Edge, id: number): FaceAtEdge => ({
      edge,
      face: shapes[id] as TopoDS_Face,
      // The axis of a plane already points outwards.
      surface: { ...(surfaces[id] as FaceSurface), axis: (faces[id] as Face).axis },
      concave: (faces[id] as Face).concave,
      insideOut,
    })

    const shared: SharedEdge[] = []
    let openEdges = 0
    for (const [number, use] of uses.entries()) {
      if (number % 256 === 0) step(watch, 'faces', 0.75 + (0.25 * number) / uses.length)
      if (use.degenerated) continue

      if (use.balance !== 0) openEdges++

      const first = use.faces[0] ?? 0
      const second = use.faces.find((face) => face !== first)
      if (second === undefined) continue

      const curve = curveOf(occ, use.edge)
      const normalA = outwardAt(occ, faceAt(use.edge, first), curve.midpoint, curve.parameter)
      const normalB = outwardAt(occ, faceAt(use.edge, second), curve.midpoint, curve.parameter)
      if (!normalA || !normalB || !Number.isFinite(curve.lengthMm)) continue

      const boundary = scale(curve.tangent, use.forward !== insideOut ? 1 : -1)
      shared.push({
        a: Math.min(first, second),
        b: Math.max(first, second),
        ...cornerOf(normalA, normalB, boundary),
        kind: curve.kind,
        radiusMm: curve.radiusMm,
        lengthMm: Math.abs(curve.lengthMm),
        midpoint: curve.midpoint,
        tangent: curve.tangent,
        ends: endsOf(vertices, explorer, use.edge, keep),
      })
    }

    return { edges: joinEdges(shared), closed: openEdges === 0, openEdges }
  })
