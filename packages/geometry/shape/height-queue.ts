import { num } from '../math/typed-access.ts'

/**
 * Faces by the height of their farthest outside point, highest first (a binary heap; a face may be
 * pushed again).
 */
export class HeightQueue {
  readonly #heights: number[] = []
  readonly #faces: number[] = []

  get size(): number {
    return this.#faces.length
  }

  push(face: number, height: number): void {
    const heights = this.#heights
    const faces = this.#faces
    let at = faces.length

    heights.push(height)
    faces.push(face)

    while (at > 0) {
      const parent = (at - 1) >> 1
      if (num(heights, parent) >= height) break
      heights[at] = num(heights, parent)
      faces[at] = num(faces, parent)
      at = parent
    }

    heights[at] = height
    faces[at] = face
  }

  /** Removes and returns the highest entry; undefined when empty. */
  pop(): { face: number; height: number } | undefined {
    const heights = this.#heights
    const faces = this.#faces
    const lastHeight = heights.pop()
    const lastFace = faces.pop()
    if (lastHeight === undefined || lastFace === undefined) return undefined
    if (faces.length === 0) return { face: lastFace, height: lastHeight }

    const top = { face: num(faces, 0), height: num(heights, 0) }
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= faces.length) break
      if (child + 1 < faces.length && num(heights, child + 1) > num(heights, child)) child++
      if (num(heights, child) <= lastHeight) break
      heights[at] = num(heights, child)
      faces[at] = num(faces, child)
      at = child
    }

    heights[at] = lastHeight
    faces[at] = lastFace

    return top
  }
}
