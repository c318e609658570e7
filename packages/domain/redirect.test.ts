import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirectPath } from './redirect.ts'

const own = 'https://shop.example'

/** What makes browsers leave a path: slashes of both kinds, controls they drop, dots, schemes, user names, encodings. */
const pieces = fc.constantFrom(
  '/',
  '//',
  '\\',
  '\t',
  '\n',
  '\r',
  '\0',
  ' ',
  '.',
  '..',
  '%2f',
  '%5c',
  '%09',
  '@',
  ':',
  '?',
  '#',
  '&',
  'javascript:',
  'data:',
  'https:',
  'evil.example',
  '\u3002',
  '\uff0f',
  '\u2028',
  'user',
  '[::1]',
  '%',
)

const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl(),
)

describe('where a redirect may lead (OAU-3)', () => {
  it.each(['/', '/user', '/user?tab=orders#top', '/quote/3d-printing?x=%2F%2F', '/a//b', '/recherche?q=%C3%A9'])(
    'keeps the path %s',
    (path) => {
      expect(safeRedirectPath(path)).toBe(path)
    },
  )

  it.each([
    '',
    'user',
    '//evil',
    '///evil',
    '/\\evil',
    '\\\\evil',
    '/\t/evil',
    '\t//evil',
    '/%2fevil',
    '/%5Cevil',
    '/.//evil',
    '/..//evil',
    '/a/..//evil',
    '/./\u002fevil',
    'https://evil',
    'javascript:alert(1)',
    `/${'a'.repeat(2000)}`,
  ])('leads %j to the front page', (raw) => {
    expect(safeRedirectPath(raw)).toBe('/')
  })

  it.each([[['/user']], [{ path: '/user' }], [null], [undefined], [42], [new URL('https://evil.example')]])(
    'takes %j for no path',
    (raw) => {
      expect(safeRedirectPath(raw)).toBe('/')
    },
  )

  it('never leaves the origin, however a browser reads it', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const path = safeRedirectPath(raw)
        expect(new URL(path, own).origin).toBe(own)
        expect(path).toMatch(/^\/(?![/\\])/)
      }),
    )
  })

  it('is settled: a path that was made safe stays as it is', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const path = safeRedirectPath(raw)
        expect(safeRedirectPath(path)).toBe(path)
      }),
    )
  })
})
