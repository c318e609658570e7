/** Faces by the height of their farthest outside point, highest first (a binary heap; a face may be pushed again). */
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
      if ((heights[parent] as number) >= height) break
      heights[at] = heights[parent] as number
      faces[at] = faces[parent] as number
      at = parent
    }

    heights[at] = height
    faces[at] = face
  }

  /** The highest entry, taken off; undefined when empty. */
  pop(): { face: number; height: number } | undefined {
    const heights = this.#heights
    const faces = this.#faces
    const lastHeight = heights.pop()
    const lastFace = faces.pop()
    if (lastHeight === undefined || lastFace === undefined) return undefined
    if (faces.length === 0) return { face: lastFace, height: lastHeight }

    const top = { face: faces[0] as number, height: heights[0] as number }
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= faces.length) break
      if (child + 1 < faces.length && (heights[child + 1] as number) > (heights[child] as number)) child++
      if ((heights[child] as number) <= lastHeight) break
      heights[at] = heights[child] as number
      faces[at] = faces[child] as number
      at = child
    }

    heights[at] = lastHeight
    faces[at] = lastFace

    return top
  }
}
