import type { OpenCascadeInstance, TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs'
import { refuse } from '../control/verdict.ts'
import { step, type Watch } from '../control/watch.ts'
import { f32, num } from '../math/typed-access.ts'
import { add, type Box, lengthOf, scale, sizeOf, type Vec3 } from '../math/vector.ts'
import type { BodyGeometry } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { edgesOfBody } from './brep-edges.ts'
import { facesOfBody, massOfFace } from './brep-faces.ts'
import { meshOfBody, turnOver } from './brep-mesh.ts'
import { scoped, takeVec3 } from './kernel/kernel-scope.ts'
import { type PlacedShape, partsOf } from './placed-shapes.ts'

/** How finely bodies are triangulated. */
export interface MeshQuality {
  /** Largest distance from the surface, as a share of the body's diagonal. */
  deflectionShare: number
  /** … and never more than this. */
  maxDeflectionMm: number
  angleRad: number
}

export const usualQuality: MeshQuality = { deflectionShare: 0.001, maxDeflectionMm: 0.2, angleRad: 0.35 }

/**
 * Hull, smallest box and shadows have no closed form on curved surfaces: they are taken from triangles this close to them, which
 * is within 0.05 % of the truth on a sphere. What is small against the body may stay coarse, it does not count.
 */
const outlineQuality: MeshQuality = { deflectionShare: 7e-5, maxDeflectionMm: 0.2, angleRad: 0.35 }

/** A body of more triangles than this is left as it is: its curved faces are small against it, and finer ones take long. */
const mostTrianglesToRefine = 100_000

export interface MeshWish {
  quality: MeshQuality
  /** Whether finer triangles are made too, which may take as long as all the rest. */
  outlines: boolean
}

/** What is known of one distinct body before it has a name. Volume, area and centre are exact. */
export interface MeasuredBody {
  kind: 'solid' | 'surface'
  /** How often it stands in the file. */
  placements: number
  /** From where it was measured to each of its other places. */
  moves: Move[]
  /** 0 for an open surface. */
  volumeMm3: number
  areaMm2: number
  centreOfMass: Vec3
  /** Of the first placement. */
  box: Box
  /** No edge of the B-rep is open. */
  watertight: boolean
  openEdges: number
  /** The kernel finds no fault in its geometry and topology. */
  valid: boolean
  geometry: BodyGeometry
  /** Finer triangles, for what depends on the outline of curved faces; undefined where those of `geometry` are as good. */
  outline: TriangleMesh | undefined
}

/** Ten kilometres: what lies beyond is a number gone wrong, not a part. */
const farthestMm = 1e7

function refuseFar(coordinates: readonly number[]): void {
  if (!coordinates.every((value) => Math.abs(value) < farthestMm)) refuse('not-finite')
}

/** The tightest axis-aligned box (mm) of a shape by its exact surfaces. */
export const boxOfShape = (occ: OpenCascadeInstance, shape: TopoDS_Shape): Box =>
  scoped((keep) => {
    const bounds = keep(new occ.Bnd_Box())
    occ.BRepBndLib.AddOptimal(shape, bounds, false, false)

    // Without curves and surfaces to bound there are still the triangles of a tessellated shape.
    if (bounds.IsVoid()) occ.BRepBndLib.Add(shape, bounds, true)
    if (bounds.IsVoid()) refuse('no-shape')
    bounds.SetGap(0)

    const box: Box = { min: takeVec3(bounds.CornerMin()), max: takeVec3(bounds.CornerMax()) }
    refuseFar([...box.min, ...box.max])

    return box
  })

const volumeOf = (
  occ: OpenCascadeInstance,
  shape: TopoDS_Shape,
  geometric: boolean,
): { volume: number; centre: Vec3 } =>
  scoped((keep) => {
    const properties = keep(new occ.GProp_GProps())
    occ.BRepGProp.VolumeProperties(shape, properties, false, false, !geometric)
    const volume = properties.Mass()
    const centre = takeVec3(properties.CentreOfMass())
    if (!Number.isFinite(volume)) refuse('not-finite')
    return { volume, centre }
  })

/** A face whose surface lies elsewhere than its border makes a body larger than the box around it: nothing of it can be believed. */
function refuseBeyondBox(volumeMm3: number, box: Box): void {
  const [x, y, z] = sizeOf(box)
  if (volumeMm3 > x * y * z * (1 + 1e-6)) refuse('kernel-failed', undefined, { reason: 'volume beyond its box' })
}

/** Corners of triangles may pass the exact box by the tolerances of sloppy edges, never by this share of its diagonal. */
const sloppyShare = 0.1

/** Refuses triangles that lie off their body: the kernel follows a broken surface as far as infinity. */
function refuseStrayCorners({ positions }: TriangleMesh, box: Box): void {
  const slackMm = sloppyShare * lengthOf(sizeOf(box))
  for (let i = 0; i < positions.length; i++) {
    const value = f32(positions, i)
    const axis = (i % 3) as 0 | 1 | 2
    if (!(value >= box.min[axis] - slackMm && value <= box.max[axis] + slackMm))
      refuse('kernel-failed', undefined, { reason: 'triangles beyond their box' })
  }
}

const isValid = (occ: OpenCascadeInstance, shape: TopoDS_Shape): boolean =>
  scoped((keep) => keep(new occ.BRepCheck_Analyzer(shape, true, false, false)).IsValid())

const centreOfFaces = (faces: readonly { areaMm2: number; centroid: Vec3 }[], areaMm2: number): Vec3 =>
  scale(
    faces.reduce<Vec3>((sum, face) => add(sum, scale(face.centroid, face.areaMm2)), [0, 0, 0]),
    areaMm2 > 0 ? 1 / areaMm2 : 0,
  )

/** Measures one distinct body where it first stands: exact mass, box, triangles and faces. */
export const measuredBody = (
  occ: OpenCascadeInstance,
  { kind, placements }: PlacedShape,
  { quality, outlines }: MeshWish,
  watch: Watch,
): MeasuredBody =>
  scoped((keep) => {
    const shape = placements[0] as TopoDS_Shape
    const shapes = partsOf(occ, shape, 'TopAbs_FACE', 'TopAbs_SHAPE', keep).map((face) => keep(occ.TopoDS.Face(face)))
    const geometric = shapes.every((face: TopoDS_Face) => occ.BRep_Tool.IsGeometric(face))
    const box = boxOfShape(occ, shape)

    step(watch, 'measuring', 0)

    const solid = volumeOf(occ, shape, geometric)
    if (kind === 'solid') refuseBeyondBox(Math.abs(solid.volume), box)

    const masses = shapes.map((face, i) => {
      if (i % 256 === 0) step(watch, 'measuring', (0.5 * i) / shapes.length)
      return massOfFace(occ, face)
    })
    step(watch, 'measuring', 0.5)

    const turnedOver = solid.volume < 0
    const meshWithin = ({ deflectionShare, maxDeflectionMm, angleRad }: MeshQuality) => {
      const deflectionMm = Math.min(maxDeflectionMm, Math.max(1e-6, deflectionShare * lengthOf(sizeOf(box))))
      const meshed = meshOfBody(occ, shape, shapes, { deflectionMm, angleRad })
      refuseStrayCorners(meshed.mesh, box)
      if (turnedOver && kind === 'solid') turnOver(meshed.mesh)
      return meshed
    }
    const mesh = meshWithin(quality)

    step(watch, 'faces', 0)

    const faces = facesOfBody(occ, shapes, { mesh, masses }, watch)
    const refined =
      outlines && faces.faces.some((face) => face.kind !== 'plane') && triangleCount(mesh.mesh) <= mostTrianglesToRefine
    const { edges, closed, openEdges } = edgesOfBody(occ, shapes, faces, turnedOver && kind === 'solid', watch)
    const areaMm2 = faces.faces.reduce((sum, face) => sum + face.areaMm2, 0)
    const enclosed = kind === 'solid' || closed
    const trusted = enclosed && solid.centre.every(Number.isFinite) && solid.volume !== 0

    return {
      kind,
      placements: placements.length,
      moves: placements.slice(1).map((other) => moveBetween(shape, other)),
      volumeMm3: enclosed ? Math.abs(solid.volume) : 0,
      areaMm2,
      centreOfMass: trusted ? solid.centre : centreOfFaces(faces.faces, areaMm2),
      box,
      watertight: closed,
      openEdges,
      valid: isValid(occ, shape),
      geometry: { ...mesh, faces: { source: 'brep', faces: faces.faces, edges } },
      outline: refined ? meshWithin(outlineQuality).mesh : undefined,
    }
  })

/** Rotation (row by row) and translation (mm) from the first placement to another. */
export interface Move {
  turn: readonly number[]
  shift: Vec3
}

const moveBetween = (from: TopoDS_Shape, to: TopoDS_Shape): Move =>
  scoped((keep) => {
    const back = keep(keep(from.Location()).Inverted())
    const move = keep(keep(keep(to.Location()).Multiplied(back)).Transformation())
    const value = (row: number, column: number) => move.Value(row, column)
    const turn = [1, 2, 3].flatMap((row) => [1, 2, 3].map((column) => value(row, column)))
    const shift: Vec3 = [value(1, 4), value(2, 4), value(3, 4)]
    refuseFar([...turn, ...shift])
    return { turn, shift }
  })

const joined = (a: Box, b: Box): Box => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
})

/** The box of a turned mesh, within the tessellation's error. */
function boxOfMoved(positions: Float32Array, { turn, shift }: Move): Box {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 2 < positions.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      let value = num(shift, row)
      for (let c = 0; c < 3; c++) value += num(turn, row * 3 + c) * f32(positions, i + c)
      if (value < num(min, row)) min[row] = value
      if (value > num(max, row)) max[row] = value
    }
  }

  return { min: min as unknown as Vec3, max: max as unknown as Vec3 }
}

const exactBoxesPerBody = 20

/** The box around all placements of a body: exact where it was only shifted and for its first turned placements. */
export function boxOfPlacements(occ: OpenCascadeInstance, placed: PlacedShape, body: MeasuredBody, watch: Watch): Box {
  let whole = body.box
  let exact = 0
  for (const [i, move] of body.moves.entries()) {
    step(watch, 'measuring', 1)
    const { turn, shift } = move
    const onlyShifted = turn.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 1e-9)
    if (onlyShifted) whole = joined(whole, { min: add(body.box.min, shift), max: add(body.box.max, shift) })
    else if (exact++ < exactBoxesPerBody || body.geometry.mesh.positions.length === 0)
      whole = joined(whole, boxOfShape(occ, placed.placements[i + 1] as TopoDS_Shape))
    else whole = joined(whole, boxOfMoved(body.geometry.mesh.positions, move))
  }

  return whole
}

/** Boxes joined into one; undefined when there are none. */
export const boxAround = (boxes: readonly Box[]): Box | undefined =>
  boxes.reduce<Box | undefined>((whole, box) => (whole ? joined(whole, box) : box), undefined)
