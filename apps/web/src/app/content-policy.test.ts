import { describe, expect, it } from 'vitest'
import { registerTrustedTypes } from './content-policy.ts'

interface Rules {
  createHTML: (text: string, type: string, sink: string) => string
  createScriptURL: (address: string) => string
}

function registeredRules(): Rules {
  const registered: Rules[] = []
  registerTrustedTypes({ trustedTypes: { createPolicy: (_name: string, rules: Rules) => registered.push(rules) } })
  const [rules] = registered
  if (!rules) throw new Error('no policy was registered')
  return rules
}

describe('the page’s Trusted Types', () => {
  it('accept style sheets and refuse strings that could open a tag', () => {
    const { createHTML } = registeredRules()
    const sink = ['TrustedHTML', 'Element innerHTML'] as const
    expect(createHTML(':root{--a: 1px}', ...sink)).toBe(':root{--a: 1px}')
    expect(() => createHTML('<img src=x onerror=alert(1)>', ...sink)).toThrow(TypeError)
  })

  it('accept the content of a frame, in which staff see a mail', () => {
    const mail = '<p>Bonjour</p>'
    expect(registeredRules().createHTML(mail, 'TrustedHTML', 'HTMLIFrameElement srcdoc')).toBe(mail)
  })

  it.each(['assets/part.worker-a1B2_c3.js', 'staff/work-shell.js'])(
    'accept the address of the build’s own worker %s',
    (path) => {
      const address = `${location.origin}/manufacture/${path}`
      expect(registeredRules().createScriptURL(address)).toBe(address)
    },
  )

  it.each([
    'https://elsewhere.example/manufacture/assets/part.worker-a1.js',
    '/manufacture/assets/index-a1.js',
    '/manufacture/assets/../upload/part.worker-a1.js',
    '/gateway/global/files/part.worker-a1.js',
    '/gateway/manufacture/staff/work-shell.js',
    'blob:https://shop.example/1',
    'data:text/javascript,alert(1)',
  ])('refuse any other script address: %s', (address) => {
    expect(() => registeredRules().createScriptURL(address)).toThrow(TypeError)
  })
})
