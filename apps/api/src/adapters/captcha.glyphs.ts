export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

const stepsPerSegment = 8

type Interpolate = (before: number, from: number, to: number, after: number, t: number) => number

const straight: Interpolate = (_before, from, to, _after, t) => from + (to - from) * t

/** Catmull-Rom spline: passes through its points without corners. */
const rounded: Interpolate = (before, from, to, after, t) =>
  from + (t / 2) * (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)))

/** Adds points between the given ones, so that the image's warp bends straight lines too. */
function refine(points: readonly Point[], interpolate: Interpolate): Stroke {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0]
  const result: Point[] = [at(0)]
  for (let index = 0; index + 1 < points.length; index++) {
    const before = at(index - 1)
    const from = at(index)
    const to = at(index + 1)
    const after = at(index + 2)

    for (let step = 1; step <= stepsPerSegment; step++) {
      const t = step / stepsPerSegment
      result.push([
        interpolate(before[0], from[0], to[0], after[0], t),
        interpolate(before[1], from[1], to[1], after[1], t),
      ])
    }
  }

  return result
}

/** Strokes in a unit box, y downwards. Own glyphs, because the image must not depend on installed fonts. */
const line = (...points: Point[]): Stroke => refine(points, straight)
const curve = (...points: Point[]): Stroke => refine(points, rounded)

export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  1: [line([0.2, 0.28], [0.55, 0], [0.55, 1]), line([0.22, 1], [0.88, 1])],
  2: [curve([0.1, 0.27], [0.3, 0.03], [0.68, 0.02], [0.86, 0.26], [0.7, 0.54], [0.1, 1]), line([0.1, 1], [0.92, 1])],
  3: [
    curve([0.12, 0.14], [0.45, 0], [0.8, 0.12], [0.78, 0.36], [0.42, 0.47]),
    curve([0.42, 0.47], [0.85, 0.6], [0.88, 0.86], [0.5, 1], [0.08, 0.87]),
  ],
  4: [line([0.66, 0], [0.06, 0.68], [0.96, 0.68]), line([0.7, 0.38], [0.7, 1])],
  5: [
    line([0.86, 0], [0.2, 0], [0.14, 0.45]),
    curve([0.14, 0.45], [0.5, 0.35], [0.88, 0.54], [0.85, 0.86], [0.48, 1], [0.08, 0.88]),
  ],
  6: [
    curve(
      [0.76, 0.02],
      [0.38, 0.22],
      [0.13, 0.6],
      [0.22, 0.9],
      [0.52, 1],
      [0.84, 0.86],
      [0.84, 0.62],
      [0.5, 0.5],
      [0.17, 0.7],
    ),
  ],
}
