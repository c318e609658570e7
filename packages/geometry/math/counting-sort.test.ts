import { describe, expect, it } from 'vitest'
import { sortedByKey } from './counting-sort.ts'

describe('sortedByKey', () => {
  it('lists the indices of each key ascending, and none for a key that is not used', () => {
    const { starts, sorted } = sortedByKey(Uint32Array.from([2, 0, 2, 3, 0]), 4)
    expect([...starts]).toEqual([0, 2, 2, 4, 5])
    expect([...sorted]).toEqual([1, 4, 0, 2, 3])
  })
})
