import type { OpenCascadeInstance, TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs'
import { joinBoxes } from '../math/box.ts'
import { f32, num } from '../math/typed-access.ts'
import { add, type Box, lengthOf, scale, sizeOf, type Vec3 } from '../math/vector.ts'
import type { Face } from '../model/face-graph.ts'
import type { BodyGeometry, MassCheck } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { refuse } from '../model/verdict.ts'
import { step, type Watch } from '../model/watch.ts'
import { edgesOfBody } from './brep-edges.ts'
import { facesOfBody, surfacesOf } from './brep-faces.ts'
import { checkedFigures, type MeshToCompare, massOfFace, volumeOf } from './brep-mass.ts'
import { flipTriangles, meshOfBody, withoutFaces } from './brep-mesh.ts'
import { withoutInvertedSlivers } from './inverted-slivers.ts'
import { scoped, toVec3AndFree } from './kernel-scope.ts'
import { deflectionMm, type MeshQuality, outlineQualityOf } from './outline-quality.ts'
import { type PlacedShape, subshapesOf } from './placed-shapes.ts'

export interface MeshOptions {
  quality: MeshQuality
  /** Also create finer triangles, which may take as long as everything else. */
  outlines: boolean
}

/** One distinct body before it has a name. Volume, area and centre are exact; see `massCheck`. */
export interface MeasuredBody {
  kind: 'solid' | 'surface'
  /** Number of placements in the file. */
  placements: number
  /** From the first placement, which is measured, to each other one. */
  moves: Move[]
  /** 0 for an open surface. */
  volumeMm3: number
  areaMm2: number
  centreOfMass: Vec3
  /** How volume and area compare with those of the triangles, and which of them were taken. */
  massCheck: MassCheck
  /** Box of the first placement. */
  box: Box
  /** No edge of the B-rep is open. */
  watertight: boolean
  openEdges: number
  /** The kernel considers geometry and topology valid. */
  valid: boolean
  geometry: BodyGeometry
  /** Finer triangles for hull, smallest box and shadows; undefined if `geometry` must do. */
  outline: TriangleMesh | undefined
  /** `geometry` must do although it is not fine enough: refining it would take too long. */
  isCoarse: boolean
}

/** 10 km: larger coordinates are errors in the file. */
const maxCoordinateMm = 1e7

function refuseHugeCoordinates(coordinates: readonly number[]): void {
  if (!coordinates.every((value) => Math.abs(value) < maxCoordinateMm)) refuse('not-finite')
}

/** The tightest axis-aligned box (mm) around shapes by their exact surfaces. */
const boxOfShapes = (occ: OpenCascadeInstance, shapes: readonly TopoDS_Shape[]): Box =>
  scoped((keep) => {
    const bounds = keep(new occ.Bnd_Box())
    for (const shape of shapes) occ.BRepBndLib.AddOptimal(shape, bounds, false, false)

    // A tessellated shape has no curves and surfaces, only triangles.
    if (bounds.IsVoid()) for (const shape of shapes) occ.BRepBndLib.Add(shape, bounds, true)
    if (bounds.IsVoid()) refuse('no-shape')
    bounds.SetGap(0)

    const box: Box = { min: toVec3AndFree(bounds.CornerMin()), max: toVec3AndFree(bounds.CornerMax()) }
    refuseHugeCoordinates([...box.min, ...box.max])

    return box
  })

/** A surface off its border can make the volume exceed the box: then no figure is reliable. */
function refuseVolumeBeyondBox(volumeMm3: number, box: Box, slack: number): void {
  const [x, y, z] = sizeOf(box)
  if (Math.abs(volumeMm3) > x * y * z * slack) refuse('kernel-failed', undefined, { reason: 'volume beyond its box' })
}

/** Triangles may exceed the exact box (imprecise edges), up to this share of its diagonal. */
const slackShare = 0.1

/** Refuses triangles far off their body: the kernel may follow a broken surface to infinity. */
function refuseStrayCorners({ positions }: TriangleMesh, box: Box): void {
  const slackMm = slackShare * lengthOf(sizeOf(box))
  for (let i = 0; i < positions.length; i++) {
    const value = f32(positions, i)
    const axis = (i % 3) as 0 | 1 | 2
    if (!(value >= box.min[axis] - slackMm && value <= box.max[axis] + slackMm))
      refuse('kernel-failed', undefined, { reason: 'triangles beyond their box' })
  }
}

const isValid = (occ: OpenCascadeInstance, shape: TopoDS_Shape): boolean =>
  scoped((keep) => keep(new occ.BRepCheck_Analyzer(shape, true, false, false)).IsValid())

const areaOf = (faces: readonly Face[]): number => faces.reduce((sum, { areaMm2 }) => sum + areaMm2, 0)

const centreOfFaces = (faces: readonly { areaMm2: number; centroid: Vec3 }[], areaMm2: number): Vec3 =>
  scale(
    faces.reduce<Vec3>((sum, face) => add(sum, scale(face.centroid, face.areaMm2)), [0, 0, 0]),
    areaMm2 > 0 ? 1 / areaMm2 : 0,
  )

/** Measures the first placement of a body: exact mass, box, triangles and faces. */
export const measureBody = (
  occ: OpenCascadeInstance,
  { kind, placements }: PlacedShape,
  { quality, outlines }: MeshOptions,
  watch: Watch,
): MeasuredBody =>
  scoped((keep) => {
    const shape = placements[0] as TopoDS_Shape
    const shapes = subshapesOf(occ, shape, 'TopAbs_FACE', 'TopAbs_SHAPE', keep).map((face) =>
      keep(occ.TopoDS.Face(face)),
    )
    const geometric = shapes.every((face: TopoDS_Face) => occ.BRep_Tool.IsGeometric(face))
    const wholeBox = boxOfShapes(occ, [shape])

    step(watch, 'measuring', 0)

    const solid = volumeOf(occ, shape, geometric)
    const masses = shapes.map((face, i) => {
      if (i % 256 === 0) step(watch, 'measuring', (0.5 * i) / shapes.length)
      return massOfFace(occ, face)
    })
    step(watch, 'measuring', 0.5)

    const surfaces = surfacesOf(occ, shapes, watch)
    const { mass, inverted, excessMm2 } = withoutInvertedSlivers(occ, shapes, surfaces, { ...solid, faces: masses })

    const others = shapes.filter((_, face) => !inverted.has(face))
    const box = inverted.size > 0 ? boxOfShapes(occ, others) : wholeBox

    // If it is not far beyond, the triangles may still give the right one.
    if (kind === 'solid') refuseVolumeBeyondBox(mass.volumeMm3, box, 2)

    const isInsideOut = kind === 'solid' && mass.volumeMm3 < 0
    const diagonalMm = lengthOf(sizeOf(box))
    const meshWithin = (wanted: MeshQuality) => {
      const { angleRad } = wanted
      const whole = meshOfBody(occ, shape, shapes, { deflectionMm: deflectionMm(wanted, diagonalMm), angleRad })
      const meshed = withoutFaces(whole, inverted)
      refuseStrayCorners(meshed.mesh, box)
      if (isInsideOut) flipTriangles(meshed.mesh)
      return meshed
    }

    const startMs = watch.usedMs?.() ?? 0
    const mesh = meshWithin(quality)
    const usedMs = (watch.usedMs?.() ?? 0) - startMs

    step(watch, 'faces', 0)
    const faces = facesOfBody(surfaces, { mesh, masses: mass.faces })
    const { edges, closed, openEdges } = edgesOfBody(occ, shapes, { faces, surfaces }, isInsideOut, watch)

    const geometry: BodyGeometry = { ...mesh, faces: { source: 'brep', faces, edges } }
    const curved = faces.filter((face) => face.kind !== 'plane')
    const needsOutline = outlines && curved.length > 0
    const outlineQuality = needsOutline ? outlineQualityOf({ geometry, quality, diagonalMm, usedMs }) : undefined
    const outline = outlineQuality && meshWithin(outlineQuality).mesh

    const toCompare: MeshToCompare = {
      mesh: outline ?? mesh.mesh,
      deflectionMm: deflectionMm(outlineQuality ?? quality, diagonalMm),
      curvedMm2: areaOf(curved),
    }
    const isEnclosed = kind === 'solid' || closed
    const exact = { volumeMm3: isEnclosed ? mass.volumeMm3 : 0, areaMm2: areaOf(faces), centre: mass.centre }
    const unrepaired = { ...solid, areaMm2: exact.areaMm2 + excessMm2 }
    const compared = { exact, integrated: inverted.size > 0 ? unrepaired : exact }
    const valid = isValid(occ, shape)
    const { figures, check } = checkedFigures(compared, toCompare, valid)

    const { volumeMm3, areaMm2, centre } = figures
    const hasCentre = centre.every(Number.isFinite) && volumeMm3 !== 0
    if (kind === 'solid') refuseVolumeBeyondBox(volumeMm3, box, 1 + 1e-6)

    return {
      kind,
      placements: placements.length,
      moves: placements.slice(1).map((other) => moveBetween(shape, other)),
      volumeMm3: Math.abs(volumeMm3),
      areaMm2,
      centreOfMass: hasCentre ? centre : centreOfFaces(faces, areaMm2),
      massCheck: check,
      box,
      watertight: closed,
      openEdges,
      valid,
      geometry,
      outline,
      isCoarse: needsOutline && !outlineQuality,
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
    refuseHugeCoordinates([...turn, ...shift])
    return { turn, shift }
  })

/** The box of a moved mesh, within the tessellation error. */
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

/** The box around all placements of a body: exact for translations and the first rotations. */
export function boxOfPlacements(occ: OpenCascadeInstance, placed: PlacedShape, body: MeasuredBody, watch: Watch): Box {
  let whole = body.box
  let exact = 0
  for (const [i, move] of body.moves.entries()) {
    step(watch, 'measuring', 1)
    const { turn, shift } = move
    const isTranslation = turn.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 1e-9)
    if (isTranslation) {
      whole = joinBoxes(whole, { min: add(body.box.min, shift), max: add(body.box.max, shift) })
    } else if (exact++ < exactBoxesPerBody || body.geometry.mesh.positions.length === 0) {
      whole = joinBoxes(whole, boxOfShapes(occ, [placed.placements[i + 1] as TopoDS_Shape]))
    } else {
      whole = joinBoxes(whole, boxOfMoved(body.geometry.mesh.positions, move))
    }
  }

  return whole
}
