import { solveInPlace } from './linear-system.ts'
import { f64 } from './typed-access.ts'

/** A model to fit: its residual at each point, and the model after a small change of parameters. */
export interface Fitting<T> {
  freedoms: number
  count: number
  residualsInto: (value: T, out: Float64Array) => void
  /** The derivative of each residual by each free parameter: `freedoms` numbers for each point. */
  slopesInto: (value: T, out: Float64Array) => void
  changed: (value: T, by: Float64Array) => T
  /** Sum of squares that is good enough to stop at. */
  enough: number
  /** Sum of squares above which a few rounds are tried at most. */
  hopeless: number
}

const maxRounds = 12

/** A hopeless fit ends after this many rounds, or at once beyond this many times the limit. */
const trialRounds = 3
const farOff = 100
const maxFreedoms = 8

/** Reused by all fits: tens of thousands of small fits would spend their time on allocating. */
let off = new Float64Array(0)
let other = new Float64Array(0)
let slopes = new Float64Array(0)
const matrix = new Float64Array(maxFreedoms * maxFreedoms)
const right = new Float64Array(maxFreedoms)

function makeRoom(count: number, freedoms: number): void {
  if (off.length < count) {
    off = new Float64Array(2 * count)
    other = new Float64Array(2 * count)
  }
  if (slopes.length < count * freedoms) slopes = new Float64Array(2 * count * freedoms)
}

/** Levenberg–Marquardt: least squared residuals near `start`, with at most 8 free parameters. */
export function leastSquares<T>(start: T, fitting: Fitting<T>): T {
  const { freedoms, count, residualsInto, slopesInto, changed, enough, hopeless } = fitting
  makeRoom(count, freedoms)

  let value = start
  residualsInto(value, off)

  let error = squares(off, count)
  let damping = 1e-4
  let fresh = true
  for (let round = 0; round < maxRounds && error > enough; round++) {
    if (error > hopeless && (round === trialRounds || error > farOff * hopeless)) break

    if (fresh) slopesInto(value, slopes)

    const next = stepInto(right, freedoms, count, damping) ? changed(value, right) : undefined
    if (next !== undefined) residualsInto(next, other)

    const freshError = next === undefined ? Infinity : squares(other, count)
    fresh = next !== undefined && freshError < error

    if (next !== undefined && fresh) {
      const settled = freshError > 0.9999 * error
      value = next
      swapResiduals()
      error = freshError
      damping = Math.max(1e-12, damping * 0.05)
      if (settled) break
    } else {
      damping *= 20
      if (damping > 1e6) break
    }
  }

  return value
}

function swapResiduals(): void {
  const before = off
  off = other
  other = before
}

function squares(values: Float64Array, count: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += f64(values, i) * f64(values, i)
  return sum
}

/** Writes the damped step for the current `slopes` and `off` into `step`; false if singular. */
function stepInto(step: Float64Array, n: number, count: number, damping: number): boolean {
  matrix.fill(0)
  step.fill(0)

  for (let i = 0; i < count; i++) {
    const row = n * i
    const residual = f64(off, i)
    for (let r = 0; r < n; r++) {
      const value = f64(slopes, row + r)
      step[r] = f64(step, r) - value * residual
      for (let c = r; c < n; c++) {
        matrix[n * r + c] = f64(matrix, n * r + c) + value * f64(slopes, row + c)
      }
    }
  }

  for (let r = 0; r < n; r++) {
    for (let c = 0; c < r; c++) matrix[n * r + c] = f64(matrix, n * c + r)
    matrix[n * r + r] = f64(matrix, n * r + r) * (1 + damping) + 1e-30
  }

  return solveInPlace(matrix, step, n)
}
