import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

it('gives the file name in ASCII and encoded in full (RFC 6266)', () => {
  expect(contentDisposition('bride ø20 « v2 ».stl')).toBe(
    `attachment; filename="bride _20 _ v2 _.stl"; filename*=UTF-8''bride%20%C3%B820%20%C2%AB%20v2%20%C2%BB.stl`,
  )
  expect(contentDisposition(undefined)).toBe('attachment')
})

it('lets no file name end the value or start a header (UPL-5)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const value = contentDisposition(name)
      expect(value).toMatch(/^attachment; filename="[\w .-]*"; filename\*=UTF-8''(?:[\w.~-]|%[0-9A-F]{2})*$/)
      expect(decodeURIComponent(value.split("''")[1] ?? '')).toBe(name.toWellFormed())
    }),
  )
})
