import { expect, it } from 'vitest'
import { registerTrustedTypes } from './trusted-types.ts'

it('lets style sheets pass and refuses whatever could open a tag', () => {
  let rule = (text: string) => text
  const trustedTypes = {
    createPolicy(_name: string, rules: { createHTML: (text: string) => string }) {
      rule = rules.createHTML
    },
  }
  registerTrustedTypes({ trustedTypes })
  expect(rule(':root{--a: 1px}')).toBe(':root{--a: 1px}')
  expect(() => rule('<img src=x onerror=alert(1)>')).toThrow(TypeError)
})
