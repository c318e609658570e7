/** Solves the n × n system by elimination with pivoting, in place; false when it has no certain solution. */
export function solveInPlace(matrix: Float64Array, right: Float64Array, n: number): boolean {
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(matrix[row * n + column] as number) > Math.abs(matrix[pivot * n + column] as number)) pivot = row
    }

    const value = matrix[pivot * n + column] as number
    if (!(Math.abs(value) > 1e-300)) return false

    if (pivot !== column) {
      for (let k = 0; k < n; k++) swap(matrix, pivot * n + k, column * n + k)
      swap(right, pivot, column)
    }

    for (let row = column + 1; row < n; row++) {
      const factor = (matrix[row * n + column] as number) / value
      if (factor === 0) continue
      for (let k = column; k < n; k++) {
        matrix[row * n + k] = (matrix[row * n + k] as number) - factor * (matrix[column * n + k] as number)
      }
      right[row] = (right[row] as number) - factor * (right[column] as number)
    }
  }

  for (let row = n - 1; row >= 0; row--) {
    let sum = right[row] as number
    for (let k = row + 1; k < n; k++) sum -= (matrix[row * n + k] as number) * (right[k] as number)
    right[row] = sum / (matrix[row * n + row] as number)
  }

  for (let row = 0; row < n; row++) if (!(Math.abs(right[row] as number) < 1e100)) return false
  return true
}

function swap(array: Float64Array, i: number, j: number): void {
  const kept = array[i] as number
  array[i] = array[j] as number
  array[j] = kept
}
