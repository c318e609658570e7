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
  type Plane,
  SRGBColorSpace,
  type Vector3,
} from 'three'
import type { Look, ViewedBody } from '../viewer-messages.ts'
import { featureEdges } from './feature-edges.ts'
import { palettes } from './palette.ts'
import { sectionCap } from './section-cap.ts'

export interface DrawnBody {
  group: Group
  setLook(look: Look): void
  dispose(): void
}

const seenThrough = 0.38

function positionsAbout(positions: Float32Array, { x, y, z }: Vector3): Float32Array {
  const heart = [x, y, z]
  return positions.map((at, i) => at - (heart[i % 3] ?? 0))
}

/** What all bodies of a scene share: everything lies about `heart`, within `radius`. */
interface Surroundings {
  heart: Vector3
  radius: number
  /** Where a section lies while there is one. */
  cut: Plane
  /** The body's own number. */
  order: number
}

/**
 * A body as surface, inside, edges and the face of a section. Where the body is not closed nobody can tell its inside from
 * the outside: then the inside takes the colour of the section.
 */
export function drawnBody(
  { mesh, colour, closed }: ViewedBody,
  { heart, radius, cut, order }: Surroundings,
): DrawnBody {
  const positions = positionsAbout(mesh.positions, heart)
  const surface = new BufferGeometry()
  surface.setAttribute('position', new BufferAttribute(positions, 3))
  surface.setAttribute('normal', new BufferAttribute(mesh.normals, 3))
  surface.setIndex(new BufferAttribute(mesh.indices, 1))
  const edges = new BufferGeometry()
  edges.setAttribute('position', new BufferAttribute(featureEdges({ positions, indices: mesh.indices }), 3))
  // Pushed back by a hair, or the edges flicker in the surface.
  const pushed = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1, clippingPlanes: [cut] }
  const front = new MeshLambertMaterial(pushed)
  const inside = new MeshBasicMaterial({ ...pushed, side: BackSide })
  const line = new LineBasicMaterial({ clippingPlanes: [cut] })
  const lines = new LineSegments(edges, line)
  const cap = sectionCap(surface, cut, radius, order)
  const group = new Group().add(new Mesh(surface, inside), new Mesh(surface, front), lines, cap.group)

  return {
    group,
    setLook({ scheme, edges: withEdges, transparent, section }) {
      const palette = palettes[scheme]
      front.color = colour ? new Color().setRGB(...colour, SRGBColorSpace) : new Color(palette.part)
      inside.color = new Color(section && !closed ? palette.cut : palette.inside)
      line.color = new Color(palette.edge)
      lines.visible = withEdges
      cap.group.visible = closed && section !== undefined
      cap.show(palette.cut)
      for (const material of [front, inside]) {
        if (material.transparent !== transparent) material.needsUpdate = true
        material.transparent = transparent
        material.opacity = transparent ? seenThrough : 1
        material.depthWrite = !transparent
      }
    },
    dispose() {
      for (const one of [surface, edges, front, inside, line, cap]) one.dispose()
    },
  }
}
