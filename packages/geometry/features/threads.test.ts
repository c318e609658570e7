import { describe, expect, it } from 'vitest'
import { threadCandidates } from './threads.ts'

describe('thread candidates', () => {
  it.each([
    [1.25, ['M1.6']],
    [2.5, ['M3', 'M2.5']],
    [3.3, ['M4']],
    [3.242, ['M4']],
    [4.2, ['M5']],
    [5, ['M6', 'M5']],
    [4.918, ['M6', 'M5']],
    [6.8, ['M8']],
    [8.5, ['M10']],
    [10.2, ['M12']],
    [12, ['M14', 'M12']],
    [26.5, ['M30']],
    [6, ['M6']],
    [7.5, []],
    [45, []],
    [0, []],
  ])('suggests for a hole of %f mm the threads %j', (diameterMm, expected) => {
    expect(threadCandidates(diameterMm)).toEqual(expected)
  })
})
