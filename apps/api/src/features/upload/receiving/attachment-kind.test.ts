import { readFileSync } from 'node:fs'
import type { RefusalCode } from '@cotation/geometry'
import { asciiStl, box } from '@cotation/geometry/solids'
import { describe, expect, it } from 'vitest'
import { FileEnds } from './attachment-kind.ts'

const text = (value: string) => Buffer.from(value, 'latin1')
const pngEnd = text('\0\0\0\0IEND\xae\x42\x60\x82')
const png = Buffer.concat([text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), Buffer.alloc(9000, 7), pngEnd])
const jpeg = Buffer.concat([text('\xff\xd8\xff\xe0\0\x10JFIF'), Buffer.alloc(9000, 9), text('\xff\xd9')])
const pdf = text(`%PDF-1.7\n${'1 0 obj << >> endobj\n'.repeat(400)}%%EOF\n`)

const zipEnd = (comment = '') =>
  Buffer.concat([
    text('PK\x05\x06'),
    Buffer.alloc(16),
    Buffer.from([comment.length & 255, comment.length >> 8]),
    text(comment),
  ])

/** The refusal of a file that arrives in chunks of odd length. */
function refusalOf(file: Buffer): RefusalCode | null {
  const ends = new FileEnds()
  for (let at = 0; at < file.length; at += 1777) ends.add(file.subarray(at, at + 1777))
  return ends.refusal
}

describe('attachments (spec 5, UPL-3)', () => {
  it.each([
    ['PDF', pdf],
    ['PNG', png],
    ['JPEG', jpeg],
    [
      'a JPEG that speaks of archives',
      Buffer.concat([jpeg.subarray(0, 500), text('PK\x05\x06'), jpeg.subarray(500, 506)]),
    ],
  ])('may be %s', (_, file) => {
    expect(refusalOf(file)).toBeNull()
  })

  it.each<[string, Buffer, RefusalCode]>([
    ['gzip', text(`\x1f\x8b\x08${'\0'.repeat(20)}\x99\x88`), 'zip'],
    ['an empty archive', zipEnd(), 'zip'],
    ['a PNG that is an archive too', Buffer.concat([png, zipEnd()]), 'zip'],
    ['a JPEG that is an archive too', Buffer.concat([jpeg, zipEnd('with a comment')]), 'zip'],
    ['a PDF that is an archive too', Buffer.concat([pdf, zipEnd('x'.repeat(60_000))]), 'zip'],
    ['a PDF that does not begin the file', Buffer.concat([text('GIF89a '), pdf]), 'image'],
    ['a PNG with something behind it', Buffer.concat([png, text('<script>')]), 'truncated'],
    ['half a PNG', png.subarray(0, 5000), 'truncated'],
    ['GIF', text('GIF89a\x01\0\x01\0'), 'image'],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image'],
    ['HTML', text('<!doctype html><html><body></body></html>'), 'html-page'],
    ['a part', Buffer.from(asciiStl(box())), 'other-text'],
    ['a program', readFileSync(process.execPath).subarray(0, 9000), 'other-binary'],
  ])('are not %s', (_, file, code) => {
    expect(refusalOf(file)).toBe(code)
  })
})
