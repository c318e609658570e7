import { allRoutes, type Route } from '@cotation/contracts'
import { Html, html } from '@cotation/html'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { openApiDocument, possibleErrors, schemaOf } from './openapi.ts'
import { type PreparedPage, preparePlainPage } from './plain-page.ts'
import { PreparedBody } from './prepared-body.ts'

const access = {
  public: 'no token needed',
  visitor: 'temporary or real token',
  customer: "customer's token",
  staff: "staff's token",
} as const

function section(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): Html {
  return schema ? html`<h3>${title}</h3><pre>${JSON.stringify(schemaOf(schema, io), null, 2)}</pre>` : new Html('')
}

function limitsText({ limits }: Route): string {
  if (!limits) return ''
  return ` · at most ${limits.map(({ max, windowSeconds, by }) => `${max} per ${windowSeconds} s by ${by}`).join(', ')}`
}

function uploadSection({ upload }: Route): Html {
  if (!upload) return new Html('')
  return html`<h3>Form data</h3><p><code>${upload.field}</code>: a file of at most ${upload.maxBytes} bytes</p>`
}

function answerSection({ output }: Route): Html {
  if ('bytes' in output) return html`<h3>Answer</h3><p>${output.bytes.join(', ')}</p>`
  if ('events' in output) return section('Events (text/event-stream)', output.events, 'output')
  return section('data', output, 'output')
}

function routeDetails(route: Route): Html {
  return html`<details><summary><span class="tag">${route.method}</span> <code>${route.path}</code> — ${route.summary}</summary>
<p class="muted">${access[route.access]}${limitsText(route)}</p>
${section('Path', route.params, 'input')}${section('Query', route.query, 'input')}${section('Body', route.body, 'input')}
${uploadSection(route)}
${answerSection(route)}
<h3>Errors</h3><p><code>${possibleErrors(route).join(' ')}</code></p></details>`
}

const docsBody =
  () => html`<p>Send <code>Authorization: Bearer …</code>; answers carry their payload in <code>data</code>.
Machine-readable: <a href="openapi.json">OpenAPI 3.1</a>.</p>${allRoutes.map(routeDetails)}`

/** `/gateway/openapi.json` and its readable form `/gateway/docs`, derived from the contracts. */
export function serveApiPages(app: FastifyInstance, brandName: string): void {
  // Prepared on first request: it takes 0.3 s, and most starts of the product never serve it.
  let document: PreparedBody | undefined
  app.get('/openapi.json', async (request, reply) => {
    document ??= new PreparedBody(JSON.stringify(openApiDocument(brandName)), 'application/json; charset=utf-8')
    return document.send(request, reply, 'no-cache')
  })

  let page: PreparedPage | undefined
  app.get('/docs', async (request, reply) => {
    page ??= preparePlainPage({ language: 'en', title: `${brandName} API`, body: docsBody() })
    return page.send(request, reply, 'no-cache')
  })
}
