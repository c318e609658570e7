import { step, type Watch } from '../control/watch.ts'
import { workingMeshOf } from '../display/working-mesh.ts'
import { facesOfMesh } from '../faces/faces-of-mesh.ts'
import { featuresOf } from '../features/features-of-part.ts'
import type { BodyFacts, BodyGeometry } from '../model/facts.ts'
import { triangleCount } from '../model/triangle-mesh.ts'
import { shapeOf } from '../shape/shape-of.ts'
import { accessOf } from '../walls/access.ts'
import { cavitiesOf } from '../walls/cavities.ts'
import { detailOf } from '../walls/detail.ts'
import { overhangOf } from '../walls/overhang.ts'
import { createRayScene } from '../walls/ray-scene.ts'
import { wallsOf } from '../walls/wall-thickness.ts'
import type { ReadBody } from './intake.ts'
import { exactOrientedBox } from './oriented-size.ts'

/** Everything that is known of a body beyond how often it comes. */
export type LoneBodyFacts = Omit<BodyFacts, 'count' | 'fingerprint'>

/** The geometry to look into: faces from the B-rep where there is one, else found in the triangles. */
export async function geometryOf({ mesh, faces }: ReadBody, watch: Watch): Promise<BodyGeometry> {
  if (faces) return { mesh, triangleFaces: faces.triangleFaces, faces: faces.graph }
  const working = await workingMeshOf(mesh, watch)
  const { graph, triangleFaces } = facesOfMesh(working, watch)
  return { mesh: working, triangleFaces, faces: graph }
}

/** Recognises and measures all that the rules ask of one body (mm). */
export function bodyFactsOf(body: ReadBody, geometry: BodyGeometry, watch: Watch): LoneBodyFacts {
  const { name, colour, kind, mass, topology } = body
  const { mesh, triangleFaces, faces } = geometry
  step(watch, 'measuring', 0)

  const found = shapeOf(body.outline ?? mesh, watch)
  step(watch, 'features', 0)

  const features = featuresOf(faces, mass, found.orientedBox, watch)
  const orientedBox =
    mass.exactness === 'brep' ? exactOrientedBox(found.orientedBox, mass.box, features.turning) : found.orientedBox
  const shape = { ...found, orientedBox }
  const scene = createRayScene(mesh, watch, triangleFaces)

  return {
    name,
    colour,
    kind,
    triangles: triangleCount(body.mesh),
    mass,
    shape,
    topology,
    features,
    walls: wallsOf(scene, triangleFaces, faces, {}, watch),
    details: detailOf(scene, triangleFaces, faces, watch),
    overhang: overhangOf(scene, triangleFaces, watch),
    cavities: cavitiesOf(scene, topology, watch),
    access: accessOf(scene, triangleFaces, orientedBox, faces, watch),
  }
}
