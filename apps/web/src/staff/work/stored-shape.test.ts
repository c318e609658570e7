import { describe, expect, it } from 'vitest'
import { both, either, flag, listOf, number, oneOf, orNull, partial, record, text } from './stored-shape.ts'

const pieces = listOf(record({ stepId: text, quantity: number }))
const work = either(
  record({ report: oneOf('start'), contents: pieces }),
  record({ report: oneOf('done'), reason: orNull(oneOf('surface', 'damage')) }),
)
const entry = both(record({ key: text }), both(work, partial({ isGood: flag })))

describe('the shape of a stored entry', () => {
  it.each([
    { key: 'a', report: 'start', contents: [] },
    { key: 'a', report: 'start', contents: [{ stepId: 's', quantity: 2 }], isGood: false },
    { key: 'a', report: 'done', reason: null },
    { key: 'a', report: 'done', reason: 'damage' },
  ])('is that of %j', (stored) => {
    expect(entry(stored)).toEqual(stored)
  })

  it.each([
    null,
    'start',
    [],
    { report: 'start', contents: [] },
    { key: 1, report: 'start', contents: [] },
    { key: 'a', report: 'pause', contents: [] },
    { key: 'a', report: 'start', contents: [{ stepId: 's', quantity: '2' }] },
    { key: 'a', report: 'start', contents: {} },
    { key: 'a', report: 'done', reason: 'bored' },
    { key: 'a', report: 'done' },
    { key: 'a', report: 'done', reason: null, isGood: 'yes' },
  ])('is not that of %j', (stored) => {
    expect(entry(stored)).toBeUndefined()
  })

  it('leaves out what an older version stored beside it', () => {
    expect(record({ key: text })({ key: 'a', token: 'b' })).toEqual({ key: 'a' })
  })
})
