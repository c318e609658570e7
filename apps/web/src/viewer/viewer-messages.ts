import type { Box, DisplayMesh, Vec3 } from '@cotation/geometry'
import type { Camera, PictureSize } from './camera/camera.ts'

/** One body to look at, in mm, where it lies in the file. */
export interface ViewedBody {
  mesh: DisplayMesh
  /** Of the file, red, green and blue from 0 to 1. */
  colour: Vec3 | undefined
  /** It has an inside. */
  closed: boolean
}

export const sectionAxes = ['x', 'y', 'z'] as const
export type SectionAxis = (typeof sectionAxes)[number]

/** What is cut away lies beyond `atMm` along the axis. */
export interface Section {
  axis: SectionAxis
  atMm: number
}

/** How the part is drawn. */
export interface Look {
  scheme: 'light' | 'dark'
  edges: boolean
  transparent: boolean
  section: Section | undefined
}

/** From which side and how large. */
export interface Sight {
  camera: Camera
  size: PictureSize
  /** Device pixels of a CSS pixel. */
  ratio: number
}

/** What the page asks of the drawing worker. */
export type ViewerRequest =
  | { kind: 'start'; canvas: OffscreenCanvas; bodies: readonly ViewedBody[]; box: Box; look: Look; sight: Sight }
  | { kind: 'look'; look: Look }
  | { kind: 'sight'; sight: Sight }
  | { kind: 'stop' }

/** `drawn` after the first picture; `unsupported` where there is no WebGL 2; `lost` when the graphics card gave up. */
export interface ViewerAnswer {
  kind: 'drawn' | 'unsupported' | 'lost'
}
