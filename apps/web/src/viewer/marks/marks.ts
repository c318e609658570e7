import type { Box, DisplayMesh, Vec3 } from '@cotation/geometry'
import { type Camera, fitted, type PictureSize, toPixels } from '../camera/camera.ts'

export const markTones = ['blocks', 'warns', 'informs', 'neutral'] as const
export type MarkTone = (typeof markTones)[number]

/**
 * A finding, a hole or a place that was picked, to show on the part. With several bodies, all marks
 * are on the first.
 */
export interface ViewMark {
  id: string
  kind: 'finding' | 'hole' | 'place'
  tone: MarkTone
  /** In mm, in the coordinates of the file. */
  at: Vec3
  /** Groups of the mesh to highlight. */
  faces: readonly number[]
  /** Marks with the same label share one entry of the list. */
  label: string
  /** The direction that it is visible from: out of the opening of a hole. */
  facing?: Vec3
}

/** One marker in the picture, for one mark or for several that are too close to each other. */
export interface PlacedMark {
  marks: readonly ViewMark[]
  /** In pixels from the top left. */
  at: readonly [number, number]
  /** Tone of the selected mark, or of the worst one. */
  tone: MarkTone
  kind: ViewMark['kind']
  /** All of them are behind the part. */
  hidden: boolean
  selected: boolean
}

/** Closer markers would overlap. */
const minDistancePx = 26

/** More markers are a pattern rather than a choice, and too slow to move. */
export const maxMarkers = 60

interface Shown {
  hidden: ReadonlySet<string>
  selected: string | undefined
}

const rankOf = (mark: ViewMark, { hidden, selected }: Shown) =>
  (mark.id === selected ? -100 : 0) + (hidden.has(mark.id) ? 10 : 0) + markTones.indexOf(mark.tone)

interface Cluster {
  at: readonly [number, number]
  marks: ViewMark[]
}

function cluster(placed: readonly { mark: ViewMark; at: readonly [number, number] }[], withinPx: number): Cluster[] {
  const found: Cluster[] = []
  for (const { mark, at } of placed) {
    const near = found.find((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < withinPx)
    if (near) near.marks.push(mark)
    else found.push({ at, marks: [mark] })
  }
  return found
}

/**
 * The markers of a picture. A marker is at the position of its most important mark (selected, then
 * in front, then worst) and represents all marks near it. Marks outside of the picture have no
 * marker.
 */
export function placedMarks(marks: readonly ViewMark[], camera: Camera, size: PictureSize, shown: Shown): PlacedMark[] {
  const placed = [...marks]
    .sort((one, other) => rankOf(one, shown) - rankOf(other, shown))
    .map((mark) => ({ mark, at: toPixels(mark.at, camera, size) }))
    .filter(({ at: [x, y] }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height)

  let withinPx = minDistancePx
  let found = cluster(placed, withinPx)
  while (found.length > maxMarkers) {
    withinPx *= 1.5
    found = cluster(placed, withinPx)
  }

  return found.flatMap(({ at, marks: some }) => {
    const [first] = some
    if (!first) return []

    const selected = first.id === shown.selected
    const worst = some.reduce((one, other) =>
      markTones.indexOf(other.tone) < markTones.indexOf(one.tone) ? other : one,
    )
    const { tone, kind } = selected ? first : worst
    const hidden = some.every(({ id }) => shown.hidden.has(id))

    return [{ marks: some, at, tone, kind, hidden, selected }]
  })
}

/** The mark after or before the selected one; the first or last if none of them is selected. */
export function nextMark(
  marks: readonly ViewMark[],
  selected: string | undefined,
  by: 1 | -1 = 1,
): ViewMark | undefined {
  const at = marks.findIndex(({ id }) => id === selected)
  if (at < 0) return by === 1 ? marks[0] : marks.at(-1)
  return marks[(at + by + marks.length) % marks.length]
}

/** The mark of a face; the worst if several share it. */
export const markOfFace = (marks: readonly ViewMark[], face: number | undefined): ViewMark | undefined =>
  marks
    .filter(({ faces }) => face !== undefined && faces.includes(face))
    .sort((one, other) => markTones.indexOf(one.tone) - markTones.indexOf(other.tone))[0]

/** Groups marks with the same label, in the sequence of the list. */
export function equalMarks(marks: readonly ViewMark[]): { label: string; tone: MarkTone; marks: ViewMark[] }[] {
  const groups = new Map<string, { label: string; tone: MarkTone; marks: ViewMark[] }>()
  for (const mark of marks) {
    const group = groups.get(mark.label)
    if (group) group.marks.push(mark)
    else groups.set(mark.label, { label: mark.label, tone: mark.tone, marks: [mark] })
  }
  return [...groups.values()]
}

/**
 * Smallest share of the whole part's height that is shown: closer, the position on the part is no
 * longer clear.
 */
const minShare = 1 / 4

/** The faces of the mark take up about a third of the picture. */
const room = 3

/** The longest side of the bounding box of some faces, in mm. */
function extentOf({ positions, indices, groups }: DisplayMesh, faces: readonly number[]): number {
  const wanted = new Set(faces)
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let g = 0; g < groups.length; g += 3) {
    if (!wanted.has(groups[g] as number)) continue

    const first = groups[g + 1] as number
    for (let i = first; i < first + (groups[g + 2] as number); i++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = positions[3 * (indices[i] as number) + axis] as number
        low[axis] = Math.min(low[axis] as number, at)
        high[axis] = Math.max(high[axis] as number, at)
      }
    }
  }

  return Math.max(0, ...high.map((end, axis) => end - (low[axis] as number)))
}

/** The camera target for a mark: close enough to see it, far enough to see where it is. */
export function markTarget(
  mark: ViewMark,
  mesh: DisplayMesh | undefined,
  { camera, box, size, hidden }: { camera: Camera; box: Box; size: PictureSize; hidden: boolean },
): { at: Vec3; heightMm: number; facing: Vec3 | undefined; hidden: boolean } {
  const whole = fitted(camera, box, size).heightMm
  const wanted = room * (mesh ? extentOf(mesh, mark.faces) : 0)
  return { at: mark.at, heightMm: Math.min(whole, Math.max(minShare * whole, wanted)), facing: mark.facing, hidden }
}
