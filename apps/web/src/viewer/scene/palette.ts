import type { MarkTone } from '#viewer/marks/marks.ts'
import type { Appearance } from '#viewer/scene/viewer-messages.ts'

interface Palette {
  part: number
  /** The inside of an open surface. */
  inside: number
  /** The face of a section: the accent colour. */
  cut: number
  edge: number
  /** On dark paint, where the other edges would not be seen. */
  lightEdge: number
  sky: number
  ground: number
  tones: Readonly<Record<MarkTone, number>>
}

/** The theme's tokens again, because a worker cannot read custom properties. */
export const palettes: Readonly<Record<Appearance['scheme'], Palette>> = {
  light: {
    part: 0xb9c4d0,
    inside: 0x7d8793,
    cut: 0xd9662f,
    edge: 0x14202e,
    lightEdge: 0xc9d3dd,
    sky: 0xffffff,
    ground: 0x9aa4af,
    tones: { blocks: 0xc01530, warns: 0xe08a00, informs: 0x2a72c8, neutral: 0x2a72c8 },
  },
  dark: {
    part: 0x9fb0c3,
    inside: 0x5b6a7c,
    cut: 0xff8f61,
    edge: 0x060c14,
    lightEdge: 0xc9d3dd,
    sky: 0xffffff,
    ground: 0x6d7c8e,
    tones: { blocks: 0xff5c70, warns: 0xffb83d, informs: 0x5aa9ff, neutral: 0x5aa9ff },
  },
}

/** Relative luminance of an sRGB colour (0 to 1), as WCAG 2 defines it. */
function luminanceOf(colour: number): number {
  const channel = (shift: number) => {
    const value = ((colour >> shift) & 0xff) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

function contrastOf(one: number, other: number): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour of the edges on a surface of this colour (`#rrggbb`): the one with more contrast. */
export function edgeColour({ edge, lightEdge }: Pick<Palette, 'edge' | 'lightEdge'>, hex: string | undefined): number {
  if (hex === undefined) return edge

  const surface = Number.parseInt(hex.slice(1), 16)
  return contrastOf(edge, surface) >= contrastOf(lightEdge, surface) ? edge : lightEdge
}
