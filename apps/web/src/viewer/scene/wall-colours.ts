import { BufferAttribute, type DataTexture, Mesh, MeshLambertMaterial, type Plane, type Vector3 } from 'three'
import { colourTexture, surfaceGeometry } from './surface.ts'
import { unmeasured, type WallMap, type WallScale, wallColour } from './wall-map.ts'

const texels = 512

/** Lower half: the colours of the scale; upper half: the colour for points without a wall. */
function rampTexture(scale: WallScale): DataTexture {
  const data = new Uint8Array(2 * 4 * texels)
  for (let i = 0; i < texels; i++) {
    data.set([...wallColour(((i + 0.5) / texels) * scale.maxMm, scale), 255], 4 * i)
    data.set([...unmeasured, 255], 4 * (texels + i))
  }

  return colourTexture(data, texels, 2)
}

/**
 * The texture coordinates of each vertex. The thickness is interpolated, not the colour, so that
 * the limit is a sharp line. A vertex without a wall takes a neighbour's thickness, or the whole
 * scale would appear between the two.
 */
function rampCoordinates({ mesh: { indices }, thicknessMm }: WallMap, maxMm: number): Float32Array {
  const coordinates = new Float32Array(2 * thicknessMm.length)
  for (let vertex = 0; vertex < thicknessMm.length; vertex++) {
    const mm = thicknessMm[vertex] as number
    coordinates[2 * vertex] = Number.isNaN(mm) ? 1 : mm / maxMm
    coordinates[2 * vertex + 1] = Number.isNaN(mm) ? 1 : 0
  }

  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] as number
    const next = indices[i % 3 === 2 ? i - 2 : i + 1] as number
    for (const [one, other] of [
      [vertex, next],
      [next, vertex],
    ] as const) {
      if (coordinates[2 * one + 1] === 1 && coordinates[2 * other + 1] === 0)
        coordinates[2 * one] = coordinates[2 * other] as number
    }
  }

  return coordinates
}

export interface WallColours {
  mesh: Mesh
  dispose(): void
}

/** A body coloured by its wall thickness. */
export function wallColours(map: WallMap, scale: WallScale, centre: Vector3, cut: Plane): WallColours {
  const surface = surfaceGeometry(map.mesh, centre)
  surface.setAttribute('uv', new BufferAttribute(rampCoordinates(map, scale.maxMm), 2))

  const texture = rampTexture(scale)
  const material = new MeshLambertMaterial({
    map: texture,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
    clippingPlanes: [cut],
  })

  return {
    mesh: new Mesh(surface, material),
    dispose() {
      for (const one of [surface, texture, material]) one.dispose()
    },
  }
}
