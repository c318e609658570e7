import type { DisplayMesh } from '@cotation/geometry'
import { BufferAttribute, BufferGeometry, DataTexture, LinearFilter, SRGBColorSpace, type Vector3 } from 'three'

/** Coordinates relative to `centre` instead of the file's origin: floats have few digits. */
export function centredPositions({ positions }: Pick<DisplayMesh, 'positions'>, centre: Vector3): Float32Array {
  const origin = centre.toArray()
  return positions.map((at, i) => at - (origin[i % 3] ?? 0))
}

/** The triangles of a mesh, relative to `centre`. */
export function surfaceGeometry(mesh: DisplayMesh, centre: Vector3): BufferGeometry {
  const surface = new BufferGeometry()
  surface.setAttribute('position', new BufferAttribute(centredPositions(mesh, centre), 3))
  surface.setAttribute('normal', new BufferAttribute(mesh.normals, 3))
  surface.setIndex(new BufferAttribute(mesh.indices, 1))
  return surface
}

/** A texture of sRGB colours (RGBA, 0 to 255 each), interpolated between texels. */
export function colourTexture(data: Uint8Array<ArrayBuffer>, width: number, height: number): DataTexture {
  const texture = new DataTexture(data, width, height)
  texture.colorSpace = SRGBColorSpace
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.needsUpdate = true
  return texture
}
