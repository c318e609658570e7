import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spans } from './span.ts'

describe('parts of all ids', () => {
  it('hold every id once, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.uuid(), (count, id) => {
        expect(spans(count).filter(({ from, to }) => from <= id && id <= to)).toHaveLength(1)
      }),
    )
  })

  it('begin at the first and end at the last', () => {
    for (const count of [1, 3, 1000]) {
      expect(spans(count)[0]?.from).toBe('00000000-0000-0000-0000-000000000000')
      expect(spans(count).at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
    }
  })
})
