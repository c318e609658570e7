import type { ProcessId } from './catalogue/process.ts'

/** What the comparison of two parts depends on. Lengths in mm. */
export interface ComparedPart {
  /** A short text for the solid, equal for equal shapes of equal size. */
  fingerprint: string
  volumeMm3: number
  areaMm2: number
  /** Smallest box, longest side first. */
  sizeMm: readonly number[]
  /** Null if no process has been chosen or computed. */
  process: ProcessId | null
}

/** A part by another process counts as far away as one that is half as large again in every measure. */
const otherProcessDistance = Math.log(1.5)

/** Flat parts have sides of nearly nothing, whose ratio says little. */
const minSideMm = 0.1

const ratio = (a: number, b: number): number => Math.log(Math.max(a, minSideMm) / Math.max(b, minSideMm))

/**
 * How far two shapes are apart: the root mean square of the logarithms of the ratios of their sides, of
 * the cube root of the volume and of the square root of the surface. 0 for equal ones; ln 2 for one that
 * is twice as large in everything.
 */
function shapeDistance(a: ComparedPart, b: ComparedPart): number {
  if (a.fingerprint === b.fingerprint) return 0

  const ratios = a.sizeMm.map((side, axis) => ratio(side, b.sizeMm[axis] ?? side))
  ratios.push(ratio(Math.cbrt(a.volumeMm3), Math.cbrt(b.volumeMm3)))
  ratios.push(ratio(Math.sqrt(a.areaMm2), Math.sqrt(b.areaMm2)))

  const squares = ratios.reduce((sum, value) => sum + value * value, 0)
  return Math.sqrt(squares / ratios.length)
}

/** How similar two parts are, from 1 for the same shape by the same process down to 0. */
export function partSimilarity(a: ComparedPart, b: ComparedPart): number {
  const isOtherProcess = a.process !== null && b.process !== null && a.process !== b.process
  return Math.exp(-shapeDistance(a, b) - (isOtherProcess ? otherProcessDistance : 0))
}

/** The most similar parts, best first. Equal ones keep their sequence. */
export function mostSimilarParts<P extends ComparedPart>(
  part: ComparedPart,
  candidates: readonly P[],
  count: number,
): { candidate: P; similarity: number }[] {
  return candidates
    .map((candidate) => ({ candidate, similarity: partSimilarity(part, candidate) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, count)
}

/** The number of similar parts that an expert sees. */
export const similarPartCount = 5
