import type { Box, DisplayMesh, FaceForm, Vec3 } from '@cotation/geometry'
import type { Camera, PictureSize } from '#viewer/camera/camera.ts'
import type { ViewMark } from '#viewer/marks/marks.ts'
import type { WallMap, WallScale } from './wall-map.ts'

/** One body, in mm, in the coordinates of the file. */
export interface ViewedBody {
  mesh: DisplayMesh
  /** Colour in the file: red, green and blue from 0 to 1. */
  colour: Vec3 | undefined
  /** The mesh encloses a volume. */
  closed: boolean
}

export const sectionAxes = ['x', 'y', 'z'] as const
export type SectionAxis = (typeof sectionAxes)[number]
export const axisIndex = { x: 0, y: 1, z: 2 } as const

/** Everything beyond `atMm` along the axis is cut away. */
export interface Section {
  axis: SectionAxis
  atMm: number
}

export const finishSurfaces = ['matte', 'satin', 'gloss', 'metal', 'clear'] as const

/** The ordered surface. */
export interface Finish {
  /** `#rrggbb`; without a chosen colour, the material in a neutral tone. */
  hex: string | undefined
  surface: (typeof finishSurfaces)[number]
}

/** How the part is drawn. */
export interface Appearance {
  scheme: 'light' | 'dark'
  edges: boolean
  transparent: boolean
  section: Section | undefined
  /** Undefined: as the file has it. */
  finish: Finish | undefined
}

/** The camera and the size of the picture. */
export interface Viewport {
  camera: Camera
  size: PictureSize
  /** Device pixels of a CSS pixel. */
  ratio: number
}

/** The fields of a mark that the scene needs. */
export type DrawnMark = Pick<ViewMark, 'id' | 'kind' | 'tone' | 'at' | 'faces'>

/** A point of the part under the pointer. */
export interface PickedPoint {
  at: Vec3
  /** `cut` is the face of a section. */
  on: 'corner' | 'edge' | 'face' | 'cut'
  /** The group of the mesh, for a point on a face. */
  face: number | undefined
  /** Form of that face. */
  form: FaceForm | undefined
}

/** Requests of the page to the drawing worker. */
export type ViewerRequest =
  | {
      kind: 'start'
      canvas: OffscreenCanvas
      bodies: readonly ViewedBody[]
      box: Box
      appearance: Appearance
      viewport: Viewport
    }
  | { kind: 'appearance'; appearance: Appearance }
  | { kind: 'viewport'; viewport: Viewport }
  | { kind: 'marks'; marks: readonly DrawnMark[]; selected: string | undefined }
  /** One map for each body. */
  | { kind: 'walls'; walls: { maps: readonly WallMap[]; scale: WallScale } | undefined }
  /** `at` in CSS pixels from the top left; corners and edges attract within `snapPx`. */
  | { kind: 'pick'; question: number; at: readonly [number, number]; snapPx: number }
  | { kind: 'stop' }

/**
 * `drawn` after the first frame; `unsupported` without WebGL 2; `lost` when the graphics context is
 * lost; `picked` for each question; `hidden` when the set of marks behind the part changes.
 */
export type ViewerAnswer =
  | { kind: 'drawn' | 'unsupported' | 'lost' }
  | { kind: 'picked'; question: number; point: PickedPoint | undefined }
  | { kind: 'hidden'; marks: readonly string[] }
