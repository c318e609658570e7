/** What is checked about a part. */
export const characteristicKinds = [
  'size',
  'drawing',
  'thread',
  'insert',
  'bore',
  'appearance',
  'colour',
  'service',
  'certificate',
  'risk',
  'quantity',
] as const
export type CharacteristicKind = (typeof characteristicKinds)[number]

/** How it is checked. Only `measure` has a value; the others pass or fail. */
export const checkMethods = ['measure', 'gauge', 'visual', 'count', 'paper'] as const
export type CheckMethod = (typeof checkMethods)[number]

/** The facts that name a characteristic, without words of a language. */
export type CharacteristicSubject = Readonly<Record<string, string | number>>

/** One thing to check, with limits if it is measured. */
export interface PlannedCharacteristic {
  /** Unique in its plan, and the same whenever the plan is made again. */
  key: string
  kind: CharacteristicKind
  method: CheckMethod
  /** Checked on each piece of the sample; else once for all pieces. */
  isPerPiece: boolean
  subject: CharacteristicSubject
  nominalMm: number | null
  lowerMm: number | null
  upperMm: number | null
}

/** The piece under which a check of all pieces is recorded; pieces of the sample count from 1. */
export const allPieces = 0

/** Measured values are judged by their limits, which belong to the good ones. */
export function isWithinLimits(
  { lowerMm, upperMm }: Pick<PlannedCharacteristic, 'lowerMm' | 'upperMm'>,
  valueMm: number,
): boolean {
  const isTooSmall = lowerMm !== null && valueMm < lowerMm
  const isTooLarge = upperMm !== null && valueMm > upperMm
  return !isTooSmall && !isTooLarge
}

/** The pieces of a sample on which a characteristic is checked. */
export function checkedPieces({ isPerPiece }: Pick<PlannedCharacteristic, 'isPerPiece'>, sampleSize: number): number[] {
  return isPerPiece ? Array.from({ length: sampleSize }, (_, index) => index + 1) : [allPieces]
}

/** A characteristic with the verdicts that were recorded about it. */
export interface CheckedCharacteristic {
  isPerPiece: boolean
  values: readonly { piece: number; isGood: boolean }[]
}

/** How many checks of a plan are not recorded yet. */
export function missingChecks(characteristics: readonly CheckedCharacteristic[], sampleSize: number): number {
  return characteristics.reduce((missing, characteristic) => {
    const recorded = new Set(characteristic.values.map(({ piece }) => piece))
    return missing + checkedPieces(characteristic, sampleSize).filter((piece) => !recorded.has(piece)).length
  }, 0)
}

/**
 * The fewest pieces that cannot stay as they are: each sampled piece that failed, or one if only a
 * check of all pieces failed.
 */
export function minFailedPieces(characteristics: readonly CheckedCharacteristic[]): number {
  const failed = characteristics.flatMap(({ values }) => values.filter(({ isGood }) => !isGood))
  const pieces = new Set(failed.map(({ piece }) => piece).filter((piece) => piece !== allPieces))
  if (pieces.size > 0) return pieces.size
  return failed.length > 0 ? 1 : 0
}

/** `open` until it is concluded; `failed` if pieces went back or were scrapped. */
export const inspectionVerdicts = ['open', 'passed', 'failed'] as const
export type InspectionVerdict = (typeof inspectionVerdicts)[number]

export const maxInspectionPhotos = 20
