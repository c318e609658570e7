import type { MarkTone } from '#viewer/marks/marks.ts'
import type { Appearance } from '#viewer/scene/viewer-messages.ts'

interface Palette {
  part: number
  /** The inside of an open surface. */
  inside: number
  /** The face of a section: the accent colour. */
  cut: number
  edge: number
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
    sky: 0xffffff,
    ground: 0x9aa4af,
    tones: { blocks: 0xc01530, warns: 0xe08a00, informs: 0x2a72c8, neutral: 0x2a72c8 },
  },
  dark: {
    part: 0x9fb0c3,
    inside: 0x5b6a7c,
    cut: 0xff8f61,
    edge: 0x060c14,
    sky: 0xffffff,
    ground: 0x6d7c8e,
    tones: { blocks: 0xff5c70, warns: 0xffb83d, informs: 0x5aa9ff, neutral: 0x5aa9ff },
  },
}
