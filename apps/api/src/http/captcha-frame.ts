import { languages } from '@cotation/domain'
import { Html, html } from '@cotation/html'
import type { FastifyInstance } from 'fastify'
import { newNonce } from './security-headers.ts'

export const captchaFramePath = '/captcha-frame'

export interface CaptchaWidget {
  siteKey: string
  scriptUrl: string
  /** Sources that the widget loads its parts from. */
  origins: readonly string[]
}

/**
 * Renders the widget and passes its token on to the page around it. Turnstile and hCaptcha have the
 * same functions and callbacks; they name the language differently.
 */
const frameScript = `
const { sitekey, language, script } = document.body.dataset
const tell = (event, token) => parent.postMessage({ captcha: event, token }, location.origin)
globalThis.renderWidget = () => {
  const widget = globalThis.turnstile ?? globalThis.hcaptcha
  widget.render('#widget', {
    sitekey,
    language,
    hl: language,
    callback: (token) => tell('solved', token),
    'expired-callback': () => tell('expired'),
    'error-callback': () => tell('failed'),
    'open-callback': () => tell('opened'),
    'close-callback': () => tell('closed'),
  })
}
const loader = document.createElement('script')
loader.src = script
loader.onerror = () => tell('failed')
document.head.append(loader)
`

/** The widget's parts, and nothing else; only the product's own pages may frame it. */
function framePolicy(nonce: string, origins: readonly string[]): string {
  const sources = origins.join(' ')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'unsafe-inline' ${sources}`,
    `img-src data: ${sources}`,
    `connect-src 'self' ${sources}`,
    `frame-src ${sources}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * A page of its own for the provider's script, because the app's policy forbids what such scripts do:
 * markup from strings, and styles without a nonce.
 */
export function serveCaptchaFrame(app: FastifyInstance, widget: CaptchaWidget): void {
  const address = new URL(widget.scriptUrl)
  address.searchParams.set('render', 'explicit')
  address.searchParams.set('onload', 'renderWidget')

  app.get<{ Querystring: { language?: string } }>(captchaFramePath, async (request, reply) => {
    const nonce = newNonce()
    const language = languages.find((known) => known === request.query.language) ?? languages[0]
    const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>CAPTCHA</title>
<style>body{margin:0}</style></head>
<body data-sitekey="${widget.siteKey}" data-language="${language}" data-script="${address.href}"><div id="widget"></div>
<script nonce="${nonce}">${new Html(frameScript)}</script></body></html>`

    reply.header('content-security-policy', framePolicy(nonce, widget.origins))
    reply.header('x-frame-options', 'SAMEORIGIN')
    return reply.type('text/html; charset=utf-8').send(page.markup)
  })
}
