/**
 * The page's policy requires Trusted Types. The strings that reach an HTML sink are Mantine's style
 * sheets, plain CSS without a `<`, and the mails that staff look at: the content of a frame. A frame
 * has the page's policy too, so its scripts need the nonce, and that of mails is sandboxed. The only
 * script addresses are those of the build's own workers. Anything else is refused.
 */
interface PolicyRules {
  createHTML: (text: string, type: string, sink: string) => string
  createScriptURL: (address: string) => string
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown
}

const frameContent = 'HTMLIFrameElement srcdoc'
const ownWorker = /^\/manufacture\/(assets\/[\w-]+\.worker-[\w-]+\.js|staff\/work-shell\.js|src\/[\w/-]+\.worker\.ts)$/

export function registerTrustedTypes(scope: { trustedTypes?: PolicyFactory }) {
  scope.trustedTypes?.createPolicy('default', {
    createHTML(text, _type, sink) {
      if (text.includes('<') && sink !== frameContent) throw new TypeError('HTML from a string is not allowed here')
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

/**
 * zod tries `new Function` when a schema is created, which the page's policy reports as a
 * violation. `z.config` in `#ui/forms/form.ts` runs too late for schemas of modules imported
 * earlier, so the setting is placed where zod reads it at import.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/**
 * The nonce of this response, from the tag that the server filled in. Browsers hide the attribute:
 * read the property.
 */
export function styleNonce(): string {
  if (typeof document === 'undefined') return '__CSP_NONCE__'
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * The scroll lock of Mantine's dialogs adds a style sheet too, and reads its nonce from this name.
 */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
