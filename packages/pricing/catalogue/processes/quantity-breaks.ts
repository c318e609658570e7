/** Price factors, each from a quantity upwards (catalogue 3). */

import type { QuantityBreaks } from '@cotation/domain'

export const printingBreaks: QuantityBreaks = [
  [1, 1],
  [5, 0.97],
  [10, 0.94],
  [25, 0.9],
  [50, 0.86],
  [100, 0.82],
  [250, 0.78],
]

export const cncBreaks: QuantityBreaks = [
  [1, 1],
  [5, 0.98],
  [10, 0.95],
  [25, 0.92],
  [50, 0.89],
  [100, 0.86],
]

export const castingBreaks: QuantityBreaks = [
  [1, 1],
  [20, 0.97],
  [50, 0.94],
  [100, 0.91],
]
