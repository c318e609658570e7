import { f64 } from './typed-access.ts'

/** Solves the n × n system in place by elimination with pivoting; false if nearly singular. */
export function solveInPlace(matrix: Float64Array, right: Float64Array, n: number): boolean {
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(f64(matrix, row * n + column)) > Math.abs(f64(matrix, pivot * n + column))) pivot = row
    }

    const value = f64(matrix, pivot * n + column)
    if (!(Math.abs(value) > 1e-300)) return false

    if (pivot !== column) {
      for (let k = 0; k < n; k++) swap(matrix, pivot * n + k, column * n + k)
      swap(right, pivot, column)
    }

    for (let row = column + 1; row < n; row++) {
      const factor = f64(matrix, row * n + column) / value
      if (factor === 0) continue
      for (let k = column; k < n; k++) {
        matrix[row * n + k] = f64(matrix, row * n + k) - factor * f64(matrix, column * n + k)
      }
      right[row] = f64(right, row) - factor * f64(right, column)
    }
  }

  for (let row = n - 1; row >= 0; row--) {
    let sum = f64(right, row)
    for (let k = row + 1; k < n; k++) sum -= f64(matrix, row * n + k) * f64(right, k)
    right[row] = sum / f64(matrix, row * n + row)
  }

  for (let row = 0; row < n; row++) if (!(Math.abs(f64(right, row)) < 1e100)) return false
  return true
}

function swap(array: Float64Array, i: number, j: number): void {
  const kept = f64(array, i)
  array[i] = f64(array, j)
  array[j] = kept
}
