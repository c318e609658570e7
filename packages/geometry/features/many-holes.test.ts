import { describe, expect, it } from 'vitest'
import { block, drill, featuresIn, knots } from './graph-of.fixture.ts'

describe('a plate with 10 000 holes', () => {
  it('has its holes found in the time of a test', () => {
    const sketch = block([1010, 1010, 5])
    for (let i = 0; i < 10_000; i++)
      drill(sketch, [10 * (i % 100) - 495, 10 * Math.floor(i / 100) - 495], knots('2,0 2,5'))

    expect(featuresIn(sketch).holes).toHaveLength(10_000)
  })
})
