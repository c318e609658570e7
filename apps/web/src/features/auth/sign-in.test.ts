import { describe, expect, it } from 'vitest'
import { afterLoginPath } from './sign-in.ts'

describe('where a login leads', () => {
  it.each([
    ['?redirect=%2Fuser%2Forder%2Fhistory%3Fpage%3D2', '/quote', '/user/order/history?page=2'],
    ['', '/quote/42#lines', '/quote/42#lines'],
    ['', undefined, '/'],
    ['', '/signup', '/'],
    ['', '/reset-password?x=1', '/'],
    ['?redirect=/login', '/quote', '/'],
  ])('%s after %s leads to %s', (search, previous, path) => {
    expect(afterLoginPath(search, previous)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/%2f%2fevil',
  ])('stays on our origin for redirect=%j (OAU-3)', (redirect) => {
    expect(afterLoginPath(`?redirect=${encodeURIComponent(redirect)}`, '/quote')).toBe('/')
  })
})
