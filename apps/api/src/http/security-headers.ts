import { randomBytes } from 'node:crypto'

/** On every answer, errors too (WEB-2). */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** For data: a browser must not run or load anything from it, whatever the context. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** The default headers of every answer; pages replace the policy. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
}

/** For pages the server renders itself (mailbox, API browser): one style sheet by its hash, no script. */
export function plainPagePolicy(styleHash: string, formAction = "'none'"): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

/**
 * For the web app: scripts with the nonce and what they load; Trusted Types with the app's one
 * policy. `style-src-attr` allows style attributes, which React writes on the server. Frames are only
 * allowed for the widget of a CAPTCHA provider.
 */
export function webAppPolicy(nonce: string, { hasFrames = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-src ${hasFrames ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/**
 * For Web Workers, which run under the policy of their own answer: their modules, WebAssembly and
 * what they fetch from the product. No `sandbox`, or the worker would have no origin to load from.
 */
export const workerScriptPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For the service worker, which only fetches the product's own page and files. */
export const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function newNonce(): string {
  return randomBytes(18).toString('base64')
}
