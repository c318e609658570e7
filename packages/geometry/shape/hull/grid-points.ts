/**
 * The points of a mesh on an integer grid about its middle: x, y, z of each in `cells`, and the mesh vertex it came from. On
 * integers, on which side of a plane a point lies is decided exactly, so that a hull built on them cannot contradict itself.
 */
export interface GridPoints {
  cells: Int32Array
  vertices: Uint32Array
  /** Width of one cell; a point was moved by at most √3/2 of it. */
  cellMm: number
  /** How far, in cells, a point may be off its true place: rounding to the grid, and to 32 bits in the file. */
  noiseCells: number
}
