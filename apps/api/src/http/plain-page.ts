import { createHash } from 'node:crypto'
import { Html, html } from '@cotation/html'
import type { FastifyReply } from 'fastify'
import { plainPagePolicy } from '#http/security-headers.ts'
import { PreparedBody } from './prepared-body.ts'

const css = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:#8884;--accent:light-dark(#0b5a4a,#6fe0c2)}
body{margin:0 auto;padding:2rem 1rem;max-width:60rem}
h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
a{color:var(--accent)}code,pre{font:.85rem/1.5 ui-monospace,monospace}
pre{overflow:auto;padding:1rem;border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.5rem .8rem}summary{cursor:pointer}
.tag{display:inline-block;min-width:3.6rem;font-weight:700;color:var(--accent)}.muted{opacity:.75}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}.choices{list-style:none;padding:0}.choices li{margin:.75rem 0}
button{font:inherit;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--accent);border-radius:6px;background:none;color:inherit;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`

export interface PlainPage {
  language: string
  title: string
  body: Html
  /** The sources that the Content-Security-Policy allows for the page's forms. */
  formAction?: string
}

/** The style sheet is the same on every page, so the policy allows it by its hash. */
const styleHash = createHash('sha256').update(css).digest('base64')

const contentType = 'text/html; charset=utf-8'

function documentOf({ language, title, body }: PlainPage): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${new Html(css)}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`.markup
}

/** Sends a page that the server renders itself; no script runs on it. */
export function sendPlainPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  return reply
    .header('content-security-policy', plainPagePolicy(styleHash, page.formAction))
    .type(contentType)
    .send(documentOf(page))
}

/** Renders and compresses a page once that is the same for all callers. */
export function preparePlainPage(page: PlainPage): PreparedPage {
  const body = new PreparedBody(documentOf(page), contentType)
  return {
    send(request, reply, cacheControl) {
      reply.header('content-security-policy', plainPagePolicy(styleHash, page.formAction))
      return body.send(request, reply, cacheControl)
    },
  }
}

export type PreparedPage = Pick<PreparedBody, 'send'>
