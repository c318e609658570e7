import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storableJson, storableText } from './storable-text.ts'

it('makes any text storable and leaves storable text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, longest) => {
      const kept = storableText(`\0${text}\ud800`, longest)
      expect(kept.isWellFormed()).toBe(true)
      expect(kept).not.toContain('\0')
      expect(kept.length).toBeLessThanOrEqual(longest)
      if (text.isWellFormed() && !text.includes('\0')) expect(storableText(text)).toBe(text)
    }),
  )
})

it('does not cut a surrogate pair in half', () => {
  expect(storableText('ab😀', 3).isWellFormed()).toBe(true)
})

it('cleans every string of a JSON value, however nested', () => {
  expect(JSON.parse(storableJson({ a: ['x\0y', { b: '\udfff' }], n: 1.5, no: null }))).toEqual({
    a: ['xy', { b: '\ufffd' }],
    n: 1.5,
    no: null,
  })
})
