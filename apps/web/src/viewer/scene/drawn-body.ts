import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshMatcapMaterial,
  type Plane,
  SRGBColorSpace,
  type Vector3,
} from 'three'
import type { DrawnMark, Finish, Look, ViewedBody } from '#viewer/scene/viewer-messages.ts'
import type { WallMap, WallScale } from '#viewer/scene/wall-map.ts'
import { featureEdges } from './feature-edges.ts'
import { clearOpacity, finishTexture } from './finish-material.ts'
import { highlights } from './highlights.ts'
import { palettes } from './palette.ts'
import { positionsAbout } from './positions-about.ts'
import { sectionCap } from './section-cap.ts'
import { type WallColours, wallColours } from './wall-colours.ts'

export interface DrawnBody {
  group: Group
  setLook(look: Look): void
  setMarks(marks: readonly DrawnMark[], selected: string | undefined): void
  setWalls(walls: { map: WallMap; scale: WallScale } | undefined): void
  dispose(): void
}

const seenThrough = 0.38

/** Shared by all bodies of a scene: coordinates are relative to `heart`, within `radius`. */
interface Surroundings {
  heart: Vector3
  radius: number
  /** The section plane, while there is one. */
  cut: Plane
  /** The index of the body. */
  order: number
}

function surfaceOf({ normals, indices }: ViewedBody['mesh'], positions: Float32Array): BufferGeometry {
  const surface = new BufferGeometry()
  surface.setAttribute('position', new BufferAttribute(positions, 3))
  surface.setAttribute('normal', new BufferAttribute(normals, 3))
  surface.setIndex(new BufferAttribute(indices, 1))
  return surface
}

/** The materials of a body, and how they follow the appearance. */
function paintsOf({ colour, closed }: ViewedBody, cut: Plane) {
  // Pushed back slightly, or the edges flicker in the surface.
  const pushed = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1, clippingPlanes: [cut] }
  const plain = new MeshLambertMaterial(pushed)
  const ordered = new MeshMatcapMaterial(pushed)
  const inside = new MeshBasicMaterial({ ...pushed, side: BackSide })
  const line = new LineBasicMaterial({ clippingPlanes: [cut] })
  let worn: Finish | undefined

  return {
    all: [plain, ordered, inside, line],
    plain,
    ordered,
    inside,
    line,
    setLook({ scheme, transparent, section, finish }: Look) {
      const palette = palettes[scheme]
      plain.color = colour ? new Color().setRGB(...colour, SRGBColorSpace) : new Color(palette.part)

      if (finish && finish !== worn) {
        ordered.matcap?.dispose()
        ordered.matcap = finishTexture(finish)
        ordered.needsUpdate = true
        worn = finish
      }

      inside.color = new Color(section && !closed ? palette.cut : palette.inside)
      line.color = new Color(palette.edge)

      const opacity = transparent ? seenThrough : finish?.look === 'clear' ? clearOpacity : 1
      for (const material of [plain, ordered, inside]) {
        if (material.transparent !== opacity < 1) material.needsUpdate = true
        material.transparent = opacity < 1
        material.opacity = opacity
        material.depthWrite = opacity === 1
      }
    },
  }
}

/**
 * A body as surface, inside, edges and the face of a section. The inside of an open body cannot be
 * told from its outside: it then has the colour of the section.
 */
export function drawnBody(body: ViewedBody, { heart, radius, cut, order }: Surroundings): DrawnBody {
  const { mesh, closed } = body
  const positions = positionsAbout(mesh.positions, heart)
  const surface = surfaceOf(mesh, positions)
  const edges = new BufferGeometry()
  edges.setAttribute('position', new BufferAttribute(featureEdges({ positions, indices: mesh.indices }), 3))
  const paints = paintsOf(body, cut)
  const front = new Mesh<BufferGeometry, MeshLambertMaterial | MeshMatcapMaterial>(surface, paints.plain)
  const lines = new LineSegments(edges, paints.line)
  const cap = sectionCap(surface, cut, radius, order)
  const lit = highlights(mesh, surface, cut)
  const group = new Group().add(new Mesh(surface, paints.inside), front, lines, cap.group, lit.group)
  let walls: WallColours | undefined
  const clearWalls = () => {
    if (walls) group.remove(walls.mesh)
    walls?.dispose()
    walls = undefined
  }

  return {
    group,
    setLook(look) {
      paints.setLook(look)
      front.material = look.finish ? paints.ordered : paints.plain
      lines.visible = look.edges
      cap.group.visible = closed && look.section !== undefined
      cap.show(palettes[look.scheme].cut)
      lit.setScheme(look.scheme)
    },
    setMarks: lit.show,
    setWalls(next) {
      clearWalls()
      if (next) {
        walls = wallColours(next.map, next.scale, heart, cut)
        group.add(walls.mesh)
      }
      front.visible = !next
    },
    dispose() {
      clearWalls()
      paints.ordered.matcap?.dispose()
      for (const one of [surface, edges, cap, lit, ...paints.all]) one.dispose()
    },
  }
}
