import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIds } from './invariants.ts'

describe('splitIds', () => {
  it('puts every id into exactly one range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.uuid(), (count, id) => {
        expect(splitIds(count).filter(({ from, to }) => from <= id && id <= to)).toHaveLength(1)
      }),
    )
  })

  it('starts at the first id and ends at the last', () => {
    for (const count of [1, 3, 1000]) {
      expect(splitIds(count)[0]?.from).toBe('00000000-0000-0000-0000-000000000000')
      expect(splitIds(count).at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
    }
  })
})
