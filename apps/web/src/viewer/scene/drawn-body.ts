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
import type { Appearance, DrawnMark, Finish, ViewedBody } from '#viewer/scene/viewer-messages.ts'
import type { WallMap, WallScale } from '#viewer/scene/wall-map.ts'
import { featureEdges } from './feature-edges.ts'
import { clearOpacity, finishTexture } from './finish-material.ts'
import { highlights } from './highlights.ts'
import { edgeColour, palettes } from './palette.ts'
import { sectionCap } from './section-cap.ts'
import { centredPositions, surfaceGeometry } from './surface.ts'
import { type WallColours, wallColours } from './wall-colours.ts'

export interface DrawnBody {
  group: Group
  setAppearance(appearance: Appearance): void
  setMarks(marks: readonly DrawnMark[], selected: string | undefined): void
  setWalls(walls: { map: WallMap; scale: WallScale } | undefined): void
  dispose(): void
}

const transparentOpacity = 0.38

/** Shared by all bodies of a scene: coordinates are relative to `centre`, within `radius`. */
interface Surroundings {
  centre: Vector3
  radius: number
  /** The section plane, while there is one. */
  cut: Plane
  /** The index of the body. */
  index: number
}

/** The materials of a body, and how they follow the appearance. */
function materialsOf({ colour, closed }: ViewedBody, cut: Plane) {
  // Pushed back slightly: otherwise the edges flicker in the surface.
  const pushed = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1, clippingPlanes: [cut] }
  const plain = new MeshLambertMaterial(pushed)
  const ordered = new MeshMatcapMaterial(pushed)
  const inside = new MeshBasicMaterial({ ...pushed, side: BackSide })
  const line = new LineBasicMaterial({ clippingPlanes: [cut] })
  let shownFinish: Finish | undefined

  return {
    all: [plain, ordered, inside, line],
    plain,
    ordered,
    inside,
    line,
    setAppearance({ scheme, transparent, section, finish }: Appearance) {
      const palette = palettes[scheme]
      plain.color = colour ? new Color().setRGB(...colour, SRGBColorSpace) : new Color(palette.part)

      if (finish && finish !== shownFinish) {
        ordered.matcap?.dispose()
        ordered.matcap = finishTexture(finish)
        ordered.needsUpdate = true
        shownFinish = finish
      }

      inside.color = new Color(section && !closed ? palette.cut : palette.inside)
      line.color = new Color(edgeColour(palette, finish?.hex))

      let opacity = finish?.surface === 'clear' ? clearOpacity : 1
      if (transparent) opacity = transparentOpacity
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
export function drawnBody(body: ViewedBody, { centre, radius, cut, index }: Surroundings): DrawnBody {
  const { mesh, closed } = body
  const surface = surfaceGeometry(mesh, centre)
  const edges = new BufferGeometry()
  const lineEnds = featureEdges({ ...mesh, positions: centredPositions(mesh, centre) })
  edges.setAttribute('position', new BufferAttribute(lineEnds, 3))

  const materials = materialsOf(body, cut)
  const front = new Mesh<BufferGeometry, MeshLambertMaterial | MeshMatcapMaterial>(surface, materials.plain)
  const lines = new LineSegments(edges, materials.line)
  const cap = sectionCap(surface, cut, radius, index)
  const lit = highlights(mesh, surface, cut)
  const group = new Group().add(new Mesh(surface, materials.inside), front, lines, cap.group, lit.group)

  let walls: WallColours | undefined
  const clearWalls = () => {
    if (walls) group.remove(walls.mesh)
    walls?.dispose()
    walls = undefined
  }

  return {
    group,
    setAppearance(appearance) {
      materials.setAppearance(appearance)
      front.material = appearance.finish ? materials.ordered : materials.plain
      lines.visible = appearance.edges
      cap.group.visible = closed && appearance.section !== undefined
      cap.show(palettes[appearance.scheme].cut)
      lit.setScheme(appearance.scheme)
    },
    setMarks: lit.show,
    setWalls(next) {
      clearWalls()
      if (next) {
        walls = wallColours(next.map, next.scale, centre, cut)
        group.add(walls.mesh)
      }
      front.visible = !next
    },
    dispose() {
      clearWalls()
      materials.ordered.matcap?.dispose()
      for (const one of [surface, edges, cap, lit, ...materials.all]) one.dispose()
    },
  }
}
