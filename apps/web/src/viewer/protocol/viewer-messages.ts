import type { Box, DisplayMesh, FaceForm, Vec3 } from '@cotation/geometry'
import type { Camera, PictureSize } from '#viewer/camera/camera.ts'
import type { ViewMark } from '#viewer/marks/view-mark.ts'
import type { WallMap, WallScale } from './wall-map.ts'

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

export const finishLooks = ['matte', 'satin', 'gloss', 'metal', 'clear'] as const

/** The surface as it was ordered. */
export interface Finish {
  /** `#rrggbb`; undefined where nobody chose a colour: the material's own look in a neutral tone. */
  hex: string | undefined
  look: (typeof finishLooks)[number]
}

/** How the part is drawn. */
export interface Look {
  scheme: 'light' | 'dark'
  edges: boolean
  transparent: boolean
  section: Section | undefined
  /** Undefined: as the file has it. */
  finish: Finish | undefined
}

/** From which side and how large. */
export interface Sight {
  camera: Camera
  size: PictureSize
  /** Device pixels of a CSS pixel. */
  ratio: number
}

/** What the scene needs to know of a mark. */
export type DrawnMark = Pick<ViewMark, 'id' | 'kind' | 'tone' | 'at' | 'faces'>

/** A place of the part under the pointer. */
export interface PickedPlace {
  at: Vec3
  /** What it is on: `cut` is the face of a section. */
  on: 'corner' | 'edge' | 'face' | 'cut'
  /** Of the mesh' groups, where the place is on a face. */
  face: number | undefined
  /** Of that face. */
  form: FaceForm | undefined
}

/** What the page asks of the drawing worker. */
export type ViewerRequest =
  | { kind: 'start'; canvas: OffscreenCanvas; bodies: readonly ViewedBody[]; box: Box; look: Look; sight: Sight }
  | { kind: 'look'; look: Look }
  | { kind: 'sight'; sight: Sight }
  | { kind: 'marks'; marks: readonly DrawnMark[]; selected: string | undefined }
  /** One map for each body. */
  | { kind: 'walls'; walls: { maps: readonly WallMap[]; scale: WallScale } | undefined }
  /** `at` in CSS pixels from the top left; corners and edges attract within `snapPx`. */
  | { kind: 'pick'; question: number; at: readonly [number, number]; snapPx: number }
  | { kind: 'stop' }

/**
 * `drawn` after the first picture; `unsupported` where there is no WebGL 2; `lost` when the graphics card gave up; `picked` for
 * each question; `hidden` whenever other marks than before are behind the part.
 */
export type ViewerAnswer =
  | { kind: 'drawn' | 'unsupported' | 'lost' }
  | { kind: 'picked'; question: number; place: PickedPlace | undefined }
  | { kind: 'hidden'; marks: readonly string[] }
