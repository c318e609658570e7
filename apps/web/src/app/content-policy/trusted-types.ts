/**
 * The page's policy requires Trusted Types. The only strings that reach an HTML sink are Mantine's style sheets: plain
 * CSS, which has no `<`. Anything that could open a tag is refused, whoever asks.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown
}

export function registerTrustedTypes(scope: { trustedTypes?: PolicyFactory }) {
  scope.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML from a string is not allowed here')
      return text
    },
  })
}

registerTrustedTypes(globalThis as { trustedTypes?: PolicyFactory })
