import { dot, unit, type Vec3 } from '@cotation/geometry'
import { Color, type DataTexture } from 'three'
import { colourTexture } from './surface.ts'
import type { Finish } from './viewer-messages.ts'

interface Surface {
  /** Share of diffuse light, in the colour of the surface. */
  diffuse: number
  /** Brightness and sharpness of the reflections of lamp and window. */
  mirrored: number
  sharpness: number
  /** Share of the reflection that has the colour of the surface: all of it on metal. */
  tinted: number
}

const surfaces: Readonly<Record<Finish['surface'], Surface>> = {
  matte: { diffuse: 1, mirrored: 0.03, sharpness: 4, tinted: 0 },
  satin: { diffuse: 0.95, mirrored: 0.22, sharpness: 14, tinted: 0 },
  gloss: { diffuse: 0.92, mirrored: 0.7, sharpness: 90, tinted: 0 },
  metal: { diffuse: 0.3, mirrored: 0.85, sharpness: 22, tinted: 1 },
  clear: { diffuse: 0.85, mirrored: 0.8, sharpness: 120, tinted: 0 },
}

/** Opacity of a clear part. */
export const clearOpacity = 0.36

/** Without a chosen colour: natural plastic, bare metal, water. */
const ownColours: Partial<Record<Finish['surface'], number>> = { metal: 0xc3c8cd, clear: 0xcfe3ea }
const plainColour = 0xd8d9d6

/**
 * In view coordinates (right, up, towards the eye): a lamp over the left shoulder and a window on
 * the right.
 */
const lamp = unit([-0.5, 0.6, 1])
const window = unit([0.85, 0.35, 0.5])

/** The light (0 to 1, linear) that a surface of this colour with this normal sends to the eye. */
export function finishShade(surface: Finish['surface'], colour: Vec3, normal: Vec3): Vec3 {
  const { diffuse, mirrored, sharpness, tinted } = surfaces[surface]
  const spread = diffuse * (0.38 + 0.2 * normal[1] + 0.55 * Math.max(0, dot(normal, lamp)))

  // The direction to the eye, reflected.
  const back: Vec3 = [2 * normal[2] * normal[0], 2 * normal[2] * normal[1], 2 * normal[2] ** 2 - 1]
  const glint = (light: Vec3) => Math.max(0, dot(back, light)) ** sharpness

  // A bright ceiling and a dim floor, without which metal would be black beside its highlights.
  const room = tinted * (0.45 + 0.4 * back[1])
  const shine = mirrored * (glint(lamp) + 0.45 * glint(window) + room)
  const light = (k: 0 | 1 | 2) => Math.min(1, colour[k] * spread + shine * (1 - tinted + tinted * colour[k]))

  return [light(0), light(1), light(2)]
}

const sidePx = 128

/**
 * A matcap: the finish on a sphere, as a texture for all shapes. Needs no lights and no download.
 */
export function finishTexture({ hex, surface }: Finish): DataTexture {
  const { r, g, b } = new Color(hex ?? ownColours[surface] ?? plainColour)
  const data = new Uint8Array(4 * sidePx * sidePx)
  const shown = new Color()
  for (let row = 0; row < sidePx; row++) {
    for (let column = 0; column < sidePx; column++) {
      const x = (2 * (column + 0.5)) / sidePx - 1
      const y = (2 * (row + 0.5)) / sidePx - 1
      const beyond = Math.max(1, Math.hypot(x, y))
      const nx = x / beyond
      const ny = y / beyond
      const shade = finishShade(surface, [r, g, b], [nx, ny, Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))])

      shown.setRGB(...shade).convertLinearToSRGB()
      data.set([255 * shown.r, 255 * shown.g, 255 * shown.b, 255], 4 * (sidePx * row + column))
    }
  }

  return colourTexture(data, sidePx, sidePx)
}
