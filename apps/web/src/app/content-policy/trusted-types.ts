/**
 * The page's policy requires Trusted Types. The only strings that reach an HTML sink are Mantine's
 * style sheets: plain CSS, which has no `<`. The only script addresses are those of the build's own
 * Web Workers. Anything else is refused.
 */
interface PolicyRules {
  createHTML: (text: string) => string
  createScriptURL: (address: string) => string
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown
}

const ownWorker = /^\/manufacture\/(assets\/[\w-]+\.worker-[\w-]+\.js|src\/[\w/-]+\.worker\.ts)$/

export function registerTrustedTypes(scope: { trustedTypes?: PolicyFactory }) {
  scope.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML from a string is not allowed here')
      return text
    },
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, location.href)
      if (origin !== location.origin || !ownWorker.test(pathname)) {
        throw new TypeError('Only the product’s own workers may be started here')
      }
      return address
    },
  })
}

registerTrustedTypes(globalThis as { trustedTypes?: PolicyFactory })
