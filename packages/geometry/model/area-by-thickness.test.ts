import { expect, it } from 'vitest'
import { areaBelowMm2, areaByThickness } from './area-by-thickness.ts'

const areas = areaByThickness(
  [
    { mm: 0.3, areaMm2: 4 },
    { mm: 0.598, areaMm2: 10 },
    { mm: 0.82, areaMm2: 100 },
    { mm: 2.2, areaMm2: 1000 },
    { mm: 7, areaMm2: 5000 },
  ],
  3,
)

it.each([
  [0.2, 0],
  [0.3, 0],
  [0.4, 4],
  [0.6, 4],
  [0.8, 14],
  [1, 114],
  [3, 1114],
  [50, 1114],
])('the surface below %d mm is %d mm²', (limitMm, areaMm2) => {
  expect(areaBelowMm2(areas, limitMm)).toBe(areaMm2)
})

it('the surface below a limit between two steps leaves out walls that may be at the limit', () => {
  expect(areaBelowMm2(areas, 0.82)).toBe(14)
  expect(areaBelowMm2(areas, 0.83)).toBe(14)
})

it('the surface below a limit between two steps is that of the next one if there is nothing else', () => {
  expect(areaBelowMm2(areaByThickness([{ mm: 0.61, areaMm2: 3 }], 3), 0.62)).toBe(3)
})
