import type { Material } from './catalogue/material.ts'
import type { ProcessId } from './catalogue/process.ts'
import type { Station } from './production.ts'

/** The machines that print many parts in one job. They are named after their processes. */
export const printStations = ['sla', 'mjf', 'sls', 'slm'] as const satisfies readonly (Station & ProcessId)[]
export type PrintStation = (typeof printStations)[number]

export const isPrintStation = (station: Station): station is PrintStation =>
  (printStations as readonly Station[]).includes(station)

export const trayStates = ['open', 'printing', 'done', 'failed'] as const
export type TrayState = (typeof trayStates)[number]

/** Its pieces are in no other tray, and are reported with it. */
export const isLiveTray = (state: TrayState): boolean => state === 'open' || state === 'printing'

/** What a machine is loaded with. Parts share a tray if it is the same for them. */
export interface TrayLoad {
  station: PrintStation
  materialId: string
  /** The colour that is printed. */
  colourId: string
}

export const isSameLoad = (one: TrayLoad, other: TrayLoad): boolean =>
  one.station === other.station && one.materialId === other.materialId && one.colourId === other.colourId

/** The colour in which a part is printed: one that a service gives it later does not matter to the machine. */
export function printedColour({ colours, defaultColour }: Material, colourId: string): string {
  const colour = colours.find(({ id }) => id === colourId)
  const isPrinted = colour?.via === 'native' || colour?.via === 'pigment' || colour?.via === 'tint'
  return isPrinted ? colourId : defaultColour
}

/** Length, width and height of a machine's build volume or of a box in it, in mm. */
export type Extents = readonly [lengthMm: number, widthMm: number, heightMm: number]

/** Around each part, so that heat and supports of one do not reach the next. */
export const trayGapMm = 5

/** Parts are piled up in a bed of powder. On the others they stand on the plate, beside each other. */
export const isPiled = (station: PrintStation): boolean => station === 'sls' || station === 'mjf'

export interface TrayPart {
  /** The smallest box, longest side first. */
  sizeMm: readonly number[]
  volumeMm3: number
  quantity: number
}

export interface TrayFill {
  /** Share of the build volume or plate, by the boxes with gaps. Above 1, not all may fit. */
  boxShare: number
  /** Share of the build volume, by the parts themselves. Null on a plate, where it says nothing. */
  solidShare: number | null
}

/** The room that boxes take with a gap beside each: a volume, or on a plate the area of the largest side. */
function roomOf(station: PrintStation, size: readonly number[]): number {
  const [length = 0, width = 0, height = 0] = size.map((mm) => mm + trayGapMm)
  return isPiled(station) ? length * width * height : length * width
}

/** How much of the room of a tray one piece takes. */
function pieceShare(station: PrintStation, spaceMm: Extents, { sizeMm }: Pick<TrayPart, 'sizeMm'>): number {
  return roomOf(station, sizeMm) / roomOf(station, spaceMm)
}

/** How full a tray is. Nested parts take less than their boxes, so this is on the safe side. */
export function trayFill(station: PrintStation, spaceMm: Extents, parts: readonly TrayPart[]): TrayFill {
  const boxShare = parts.reduce((sum, part) => sum + part.quantity * pieceShare(station, spaceMm, part), 0)
  if (!isPiled(station)) return { boxShare, solidShare: null }

  const solidMm3 = parts.reduce((sum, { quantity, volumeMm3 }) => sum + quantity * volumeMm3, 0)
  const [lengthMm, widthMm, heightMm] = spaceMm
  return { boxShare, solidShare: solidMm3 / (lengthMm * widthMm * heightMm) }
}

/** More fit in no tray that people pack, and in no file that a slicer opens. */
export const maxTrayPieces = 5000

/** A share in whole percent, rounded up so that a tray with one small part is not empty. */
export const fillPercent = (share: number): number => Math.max(0, Math.ceil(share * 100 - 1e-9))

export interface WaitingPart extends TrayPart {
  stepId: string
  /** When its printing is due (ISO). */
  dueDay: string
}

/** What to put into an empty tray: the parts that are due first, as many pieces of each as fit. */
export function proposeContents(
  station: PrintStation,
  spaceMm: Extents,
  waiting: readonly WaitingPart[],
): { stepId: string; quantity: number }[] {
  const byDay = waiting.toSorted((one, other) => (one.dueDay < other.dueDay ? -1 : Number(one.dueDay > other.dueDay)))
  const contents: { stepId: string; quantity: number }[] = []
  let free = 1

  for (const part of byDay) {
    const share = pieceShare(station, spaceMm, part)
    const fitting = Math.min(part.quantity, Math.floor(free / share + 1e-9))
    // The first piece may be one that fits only upright.
    const quantity = contents.length === 0 ? Math.max(1, fitting) : fitting
    if (quantity <= 0) continue

    contents.push({ stepId: part.stepId, quantity })
    free -= quantity * share
  }

  return contents
}

/**
 * Shares seconds of a machine among what it made at once, by weight. Whole seconds that add up; equal
 * shares if nothing has a weight.
 */
export function shareSeconds(seconds: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => (total > 0 ? weight / total : 1 / weights.length))

  let given = 0
  let passed = 0
  return shares.map((share) => {
    passed += share
    const upTo = Math.round(seconds * passed)
    const part = upTo - given
    given = upTo
    return part
  })
}

/** Where the low corner of a box is, in mm from the low corner of the build volume. */
export type Corner = readonly [xMm: number, yMm: number, zMm: number]

/**
 * Places boxes in rows, the highest first, and in a bed of powder in layers too. No two overlap. What
 * does not fit goes beside the build volume, in one more of the same size. Returns a corner for each.
 */
export function arrangeBoxes(station: PrintStation, spaceMm: Extents, boxes: readonly Extents[]): Corner[] {
  const [lengthMm, widthMm, heightMm] = spaceMm
  const longestMm = boxes.reduce((longest, [length]) => Math.max(longest, length), lengthMm)
  const pitchMm = longestMm + 4 * trayGapMm
  const sequence = boxes.map((_, index) => index).sort((one, other) => heightOf(boxes, other) - heightOf(boxes, one))
  const corners: Corner[] = boxes.map(() => [0, 0, 0])

  let originMm = 0
  let xMm = 0
  let yMm = 0
  let zMm = 0
  let rowMm = 0
  let layerMm = 0
  for (const index of sequence) {
    const [length, width, height] = boxes[index] ?? [0, 0, 0]
    if (xMm > 0 && xMm + length > lengthMm) {
      xMm = 0
      yMm += rowMm + trayGapMm
      rowMm = 0
    }
    if (yMm > 0 && yMm + width > widthMm) {
      xMm = 0
      yMm = 0
      rowMm = 0
      zMm += layerMm + trayGapMm
      layerMm = 0
      if (!isPiled(station) || zMm + height > heightMm) {
        originMm += pitchMm
        zMm = 0
      }
    }

    corners[index] = [originMm + xMm, yMm, zMm]
    xMm += length + trayGapMm
    rowMm = Math.max(rowMm, width)
    layerMm = Math.max(layerMm, height)
  }

  return corners
}

const heightOf = (boxes: readonly Extents[], index: number): number => boxes[index]?.[2] ?? 0
