import type { Look } from '../viewer-messages.ts'

interface Palette {
  part: number
  /** The inside, seen in an open surface. */
  inside: number
  /** Where a section cuts: the vermilion of the drawing office. */
  cut: number
  edge: number
  sky: number
  ground: number
}

/** Shades of the tokens of the theme: custom properties do not reach a worker. */
export const palettes: Readonly<Record<Look['scheme'], Palette>> = {
  light: { part: 0xb9c4d0, inside: 0x7d8793, cut: 0xd9662f, edge: 0x14202e, sky: 0xffffff, ground: 0x9aa4af },
  dark: { part: 0x9fb0c3, inside: 0x5b6a7c, cut: 0xff8f61, edge: 0x060c14, sky: 0xffffff, ground: 0x6d7c8e },
}
