/** Width and height of a page in points, or of a picture in pixels. */
export interface SheetSize {
  width: number
  height: number
}

/** A part of a page, in pixels of the page drawn at the scale. */
export interface PageView {
  /** Pixels per point. */
  scale: number
  x: number
  y: number
  width: number
  height: number
}

export type DrawingFault =
  | 'encrypted'
  /** Damaged, or not what its name says. */
  | 'unreadable'
  /** More pixels than the device may have room for. */
  | 'too-large'
  | 'too-slow'
  | 'unsupported'

export type PdfQuestion =
  | { kind: 'open'; bytes: ArrayBuffer }
  | { kind: 'size'; page: number }
  | { kind: 'draw'; page: number; view: PageView }

export interface PdfResults {
  open: { pages: number }
  size: SheetSize
  /** Incomplete if a font or picture of the page cannot be read here. */
  draw: { bitmap: ImageBitmap; isComplete: boolean }
}

export interface PdfRequest {
  id: number
  question: PdfQuestion
}

export type PdfAnswer = { id: number; result: PdfResults[keyof PdfResults] } | { id: number; fault: DrawingFault }
