import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirectPath } from './redirect.ts'

const own = 'https://shop.example'

/**
 * Fragments that can make a browser leave the origin: both kinds of slash, control characters that
 * it drops, dots, schemes, user names and encodings.
 */
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

describe('safe redirect paths (OAU-3)', () => {
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
  ])('replaces %j by the front page', (raw) => {
    expect(safeRedirectPath(raw)).toBe('/')
  })

  it.each([[['/user']], [{ path: '/user' }], [null], [undefined], [42], [new URL('https://evil.example')]])(
    'replaces %j, which is not a string, by the front page',
    (raw) => {
      expect(safeRedirectPath(raw)).toBe('/')
    },
  )

  it('never leaves the origin when a browser resolves the path', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const path = safeRedirectPath(raw)
        expect(new URL(path, own).origin).toBe(own)
        expect(path).toMatch(/^\/(?![/\\])/)
      }),
    )
  })

  it('is idempotent: a safe path stays unchanged', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const path = safeRedirectPath(raw)
        expect(safeRedirectPath(path)).toBe(path)
      }),
    )
  })
})
