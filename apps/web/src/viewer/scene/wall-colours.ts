import {
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  Mesh,
  MeshLambertMaterial,
  type Plane,
  SRGBColorSpace,
  type Vector3,
} from 'three'
import type { WallMap, WallScale } from '#viewer/scene/wall-map.ts'
import { positionsAbout } from './positions-about.ts'
import { unmeasured, wallColour } from './wall-ramp.ts'

const texels = 512

/** Lower half: the colours of the scale; upper half: the colour for points without a wall. */
function rampTexture(scale: WallScale): DataTexture {
  const data = new Uint8Array(2 * 4 * texels)
  for (let i = 0; i < texels; i++) {
    data.set([...wallColour(((i + 0.5) / texels) * scale.maxMm, scale), 255], 4 * i)
    data.set([...unmeasured, 255], 4 * (texels + i))
  }

  const texture = new DataTexture(data, texels, 2)
  texture.colorSpace = SRGBColorSpace
  texture.wrapS = ClampToEdgeWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.needsUpdate = true

  return texture
}

/**
 * The texture coordinates of each vertex. The thickness is interpolated, not the colour, so that
 * the limit is a sharp line. A vertex without a wall takes a neighbour's thickness, or the whole
 * scale would appear between the two.
 */
function rampPlaces({ mesh: { indices }, thicknessMm }: WallMap, maxMm: number): Float32Array {
  const places = new Float32Array(2 * thicknessMm.length)
  for (let vertex = 0; vertex < thicknessMm.length; vertex++) {
    const mm = thicknessMm[vertex] as number
    places[2 * vertex] = Number.isNaN(mm) ? 1 : mm / maxMm
    places[2 * vertex + 1] = Number.isNaN(mm) ? 1 : 0
  }

  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] as number
    const next = indices[i % 3 === 2 ? i - 2 : i + 1] as number
    for (const [one, other] of [
      [vertex, next],
      [next, vertex],
    ] as const) {
      if (places[2 * one + 1] === 1 && places[2 * other + 1] === 0) places[2 * one] = places[2 * other] as number
    }
  }

  return places
}

export interface WallColours {
  mesh: Mesh
  dispose(): void
}

/** A body coloured by its wall thickness. */
export function wallColours(map: WallMap, scale: WallScale, heart: Vector3, cut: Plane): WallColours {
  const surface = new BufferGeometry()
  surface.setAttribute('position', new BufferAttribute(positionsAbout(map.mesh.positions, heart), 3))
  surface.setAttribute('normal', new BufferAttribute(map.mesh.normals, 3))
  surface.setAttribute('uv', new BufferAttribute(rampPlaces(map, scale.maxMm), 2))
  surface.setIndex(new BufferAttribute(map.mesh.indices, 1))

  const texture = rampTexture(scale)
  const paint = new MeshLambertMaterial({
    map: texture,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
    clippingPlanes: [cut],
  })

  return {
    mesh: new Mesh(surface, paint),
    dispose() {
      for (const one of [surface, texture, paint]) one.dispose()
    },
  }
}
