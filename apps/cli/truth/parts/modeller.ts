import type { Vec3 } from '@cotation/geometry'
import { binaryStl, merge, type Point2 } from '@cotation/geometry/solids'
import type { nodeKernels } from '@cotation/geometry/step-kernel-node'

type Kernels = ReturnType<typeof nodeKernels>
export type Occ = Awaited<ReturnType<Kernels['acquire']>>['occ']
export type Solid = ReturnType<InstanceType<Occ['BRepPrimAPI_MakeBox']>['Shape']>
type Mesh = Parameters<typeof binaryStl>[0]

/** A helical thread cut into a bar, or into the bore of a block. */
interface Thread {
  /** Diameter of the bar or the bore. */
  diameterMm: number
  pitchMm: number
  /** From `fromMm` upwards along z. */
  fromMm: number
  turns: number
  isInternal?: boolean
}

/** How finely an STL file follows the solid: largest distance (mm) and angle (rad). */
export interface Facets {
  deflectionMm: number
  angleRad: number
}

/** A fine setting for exports from CAD systems. */
const fineFacets: Facets = { deflectionMm: 0.01, angleRad: 0.2 }

const up: Vec3 = [0, 0, 1]

/** Exact solids (mm), made by the kernel, and the files of them. */
export function createModeller(occ: Occ) {
  const point = ([x, y, z]: Vec3) => new occ.gp_Pnt(x, y, z)
  const direction = ([x, y, z]: Vec3) => new occ.gp_Dir(x, y, z)
  const placedAt = (at: Vec3, axis: Vec3) => new occ.gp_Ax2(point(at), direction(axis))
  const progress = () => new occ.Message_ProgressRange()

  const box = (size: Vec3, at: Vec3 = [0, 0, 0]): Solid => new occ.BRepPrimAPI_MakeBox(point(at), ...size).Shape()

  /** Stands on `at` and runs along `axis`. */
  const cylinder = (diameterMm: number, lengthMm: number, at: Vec3 = [0, 0, 0], axis: Vec3 = up): Solid =>
    new occ.BRepPrimAPI_MakeCylinder(placedAt(at, axis), diameterMm / 2, lengthMm).Shape()

  const sphere = (diameterMm: number, at: Vec3 = [0, 0, 0]): Solid =>
    new occ.BRepPrimAPI_MakeSphere(point(at), diameterMm / 2).Shape()

  function wireThrough(points: readonly Vec3[]) {
    const wire = new occ.BRepBuilderAPI_MakeWire()
    points.forEach((from, i) => {
      const to = points[(i + 1) % points.length] ?? from
      wire.Add(new occ.BRepBuilderAPI_MakeEdge(point(from), point(to)).Edge())
    })
    return wire.Wire()
  }

  const faceOver = (outline: readonly Point2[], y: number) =>
    new occ.BRepBuilderAPI_MakeFace(wireThrough(outline.map(([x, z]): Vec3 => [x, y, z])), true).Face()

  /** The prism over an outline in x and z, from `fromMm` along y. */
  const prism = (outline: readonly Point2[], lengthMm: number, fromMm = 0): Solid =>
    new occ.BRepPrimAPI_MakePrism(faceOver(outline, fromMm), new occ.gp_Vec(0, lengthMm, 0), false, true).Shape()

  /** The solid swept by turning a profile of (radius, height) points about z. */
  const turned = (profile: readonly Point2[]): Solid =>
    new occ.BRepPrimAPI_MakeRevol(faceOver(profile, 0), new occ.gp_Ax1(point([0, 0, 0]), direction(up)), false).Shape()

  const cut = (solid: Solid, ...tools: readonly Solid[]): Solid =>
    tools.reduce((rest, tool) => new occ.BRepAlgoAPI_Cut(rest, tool, progress()).Shape(), solid)

  const fuse = (solid: Solid, ...others: readonly Solid[]): Solid =>
    others.reduce((whole, other) => new occ.BRepAlgoAPI_Fuse(whole, other, progress()).Shape(), solid)

  function moved(solid: Solid, [x, y, z]: Vec3): Solid {
    const move = new occ.gp_Trsf()
    move.SetTranslation(new occ.gp_Vec(x, y, z))
    return new occ.BRepBuilderAPI_Transform(solid, move, true, false).Shape()
  }

  /** Rounds every edge along z. */
  function rounded(solid: Solid, radiusMm: number): Solid {
    const fillet = new occ.BRepFilletAPI_MakeFillet(solid, 'ChFi3d_Rational')
    const seen: Solid[] = []
    for (const edges = new occ.TopExp_Explorer(solid, 'TopAbs_EDGE', 'TopAbs_SHAPE'); edges.More(); edges.Next()) {
      const edge = occ.TopoDS.Edge(edges.Current())
      const tangent = new occ.BRepAdaptor_Curve(edge).DN(0, 1)
      const isUpright = Math.abs(tangent.Z()) > 0.999 * tangent.Magnitude()
      if (!isUpright || seen.some((known) => known.IsSame(edge))) continue

      seen.push(edge)
      fillet.Add(radiusMm, edge)
    }

    return fillet.Shape()
  }

  /** A box with rounded upright edges: the milled pocket, when it is cut out. */
  const roundedBox = (size: Vec3, radiusMm: number, at: Vec3 = [0, 0, 0]): Solid => rounded(box(size, at), radiusMm)

  /** Cuts a 60° thread into a bar or a bore about z. */
  function threaded(blank: Solid, { diameterMm, pitchMm, fromMm, turns, isInternal = false }: Thread): Solid {
    const radiusMm = diameterMm / 2
    const around = new occ.Geom_CylindricalSurface(new occ.gp_Ax3(point([0, 0, fromMm]), direction(up)), radiusMm)
    const line = new occ.Geom2d_Line(new occ.gp_Pnt2d(0, 0), new occ.gp_Dir2d(2 * Math.PI, pitchMm))
    const edge = new occ.BRepBuilderAPI_MakeEdge(line, around, 0, turns * Math.hypot(2 * Math.PI, pitchMm)).Edge()
    const helix = new occ.BRepBuilderAPI_MakeWire(edge).Wire()
    occ.BRepLib.BuildCurves3d(helix)

    const inwards = isInternal ? -1 : 1
    const depthMm = 0.6134 * pitchMm
    const half = 0.44 * pitchMm
    const groove = wireThrough([
      [radiusMm + inwards * 0.1, 0, fromMm - half],
      [radiusMm + inwards * 0.1, 0, fromMm + half],
      [radiusMm - inwards * depthMm, 0, fromMm],
    ])

    const sweep = new occ.BRepOffsetAPI_MakePipeShell(helix)
    sweep.SetMode(true)
    sweep.Add(groove, false, false)
    sweep.Build(progress())
    sweep.MakeSolid()

    return cut(blank, sweep.Shape())
  }

  /** One face of a box: an open surface without thickness. */
  const sheet = (outline: readonly Point2[], y: number): Solid => faceOver(outline, y)

  /** The shapes as a STEP file, one root each. */
  function stepOf(...shapes: readonly Solid[]): Uint8Array {
    const writer = new occ.STEPControl_Writer()
    for (const shape of shapes) writer.Transfer(shape, 'STEPControl_AsIs', true, progress())
    writer.Write('/truth.step')
    writer.delete()

    const bytes = occ.FS.readFile('/truth.step') as Uint8Array
    occ.FS.unlink('/truth.step')
    return bytes
  }

  function meshOf(shape: Solid, { deflectionMm, angleRad }: Facets = fineFacets): Mesh {
    const data = occ.ReplicadMeshExtractor.extract(shape, deflectionMm, angleRad, true)
    const heap = occ.wasmMemory.buffer
    const positions = new Float32Array(heap, data.getVerticesPtr(), data.getVerticesSize()).slice()
    const indices = new Uint32Array(heap, data.getTrianglesPtr(), data.getTrianglesSize()).slice()
    data.delete()

    return { positions, indices }
  }

  /** The shapes as a binary STL file. */
  const stlOf = (shapes: readonly Solid[], facets?: Facets): Uint8Array =>
    binaryStl(merge(...shapes.map((shape) => meshOf(shape, facets))))

  return {
    box,
    cylinder,
    sphere,
    prism,
    turned,
    cut,
    fuse,
    moved,
    rounded,
    roundedBox,
    threaded,
    sheet,
    stepOf,
    meshOf,
    stlOf,
  }
}

export type Modeller = ReturnType<typeof createModeller>
