import { type Camera, type PictureSize, pictured } from '../camera/camera.ts'
import { type MarkTone, markTones, type ViewMark } from './view-mark.ts'

/** One marker in the picture, for one mark or for several that are too close to each other. */
export interface PlacedMark {
  marks: readonly ViewMark[]
  /** In pixels from the top left. */
  at: readonly [number, number]
  /** Of the selected mark, else of the worst. */
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
    .map((mark) => ({ mark, at: pictured(mark.at, camera, size) }))
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

/**
 * The mark after the selected one, or before it; the first (or last) where none of them is
 * selected.
 */
export function nextMark(
  marks: readonly ViewMark[],
  selected: string | undefined,
  by: 1 | -1 = 1,
): ViewMark | undefined {
  const at = marks.findIndex(({ id }) => id === selected)
  if (at < 0) return by === 1 ? marks[0] : marks.at(-1)
  return marks[(at + by + marks.length) % marks.length]
}

/** The mark of a face, the worst where several share it. */
export const markOfFace = (marks: readonly ViewMark[], face: number | undefined): ViewMark | undefined =>
  marks
    .filter(({ faces }) => face !== undefined && faces.includes(face))
    .sort((one, other) => markTones.indexOf(one.tone) - markTones.indexOf(other.tone))[0]

/** Marks of one kind with the same label, in the order of the list. */
export function equalMarks(marks: readonly ViewMark[]): { label: string; tone: MarkTone; marks: ViewMark[] }[] {
  const groups = new Map<string, { label: string; tone: MarkTone; marks: ViewMark[] }>()
  for (const mark of marks) {
    const group = groups.get(mark.label)
    if (group) group.marks.push(mark)
    else groups.set(mark.label, { label: mark.label, tone: mark.tone, marks: [mark] })
  }
  return [...groups.values()]
}
