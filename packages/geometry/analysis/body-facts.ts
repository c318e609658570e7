import { workingMeshOf } from '../display/working-mesh.ts'
import { facesOfMesh } from '../faces/faces-of-mesh.ts'
import { featuresOf } from '../features/features-of-part.ts'
import type { BodyFacts, BodyGeometry } from '../model/facts.ts'
import { triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { shapeOf } from '../shape/shape-of.ts'
import { accessOf } from '../walls/access.ts'
import { cavitiesOf } from '../walls/cavities.ts'
import { detailOf } from '../walls/detail.ts'
import { overhangOf } from '../walls/overhang.ts'
import { createRayScene } from '../walls/ray-scene.ts'
import { wallsOf } from '../walls/wall-thickness.ts'
import { exactOrientedBox } from './oriented-size.ts'
import type { ReadBody } from './part-reader.ts'

/** The geometry to analyse: faces come from the B-rep or else are fitted to the triangles. */
export async function geometryOf({ mesh, faces }: ReadBody, watch: Watch): Promise<BodyGeometry> {
  if (faces) return { mesh, triangleFaces: faces.triangleFaces, faces: faces.graph }

  const working = await workingMeshOf(mesh, watch)
  const { graph, triangleFaces } = facesOfMesh(working, watch)
  return { mesh: working, triangleFaces, faces: graph }
}

/** Nobody turns a part of less; measuring what a lathe reaches would be wasted. */
const minTurnableScore = 0.5

/** Measures everything that rules and prices need of one body. */
export function bodyFactsOf(
  body: ReadBody,
  geometry: BodyGeometry,
  watch: Watch,
): Omit<BodyFacts, 'count' | 'fingerprint'> {
  const { name, colour, kind, mass, topology } = body
  const { mesh, triangleFaces, faces } = geometry

  step(watch, 'measuring', 0)
  const meshShape = shapeOf(body.outline ?? mesh, watch)

  step(watch, 'features', 0)
  const features = featuresOf(faces, mass, meshShape.orientedBox, watch)

  let { orientedBox } = meshShape
  if (mass.exactness === 'brep') orientedBox = exactOrientedBox(orientedBox, mass.box, features.turning)

  const { turning } = features
  const turnable = turning.rotationalScore >= minTurnableScore ? turning : undefined
  const toolFeatures = { turning: turnable, threads: features.modelledThreads ?? [] }
  const scene = createRayScene(mesh, watch, triangleFaces, faces)

  return {
    name,
    colour,
    kind,
    triangles: triangleCount(body.mesh),
    mass,
    shape: { ...meshShape, orientedBox, isCoarse: body.isCoarse },
    topology,
    features,
    walls: wallsOf(scene, triangleFaces, faces, {}, watch),
    details: detailOf(scene, triangleFaces, faces, watch),
    overhang: overhangOf(scene, triangleFaces, watch),
    cavities: cavitiesOf(scene, topology, watch),
    access: accessOf(scene, triangleFaces, orientedBox, faces, watch, toolFeatures),
  }
}
