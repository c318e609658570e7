import { allRoutes, type Route } from '@cotation/contracts'
import { Html, html } from '@cotation/html'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { openApiDocument, possibleErrors, schemaOf } from './openapi.ts'
import { sendPlainPage } from './plain-page.ts'

const access = {
  public: 'no token needed',
  visitor: 'temporary or real token',
  customer: "customer's token",
  staff: "staff's token",
} as const

function section(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): Html {
  return schema ? html`<h3>${title}</h3><pre>${JSON.stringify(schemaOf(schema, io), null, 2)}</pre>` : new Html('')
}

function routeDetails(route: Route): Html {
  return html`<details><summary><span class="tag">${route.method}</span> <code>${route.path}</code> — ${route.summary}</summary>
<p class="muted">${access[route.access]}${route.limits ? ` · at most ${route.limits.map((limit) => `${limit.max} per ${limit.windowSeconds} s by ${limit.by}`).join(', ')}` : ''}</p>
${section('Path', route.params, 'input')}${section('Query', route.query, 'input')}${section('Body', route.body, 'input')}
${route.upload ? html`<h3>Form data</h3><p><code>${route.upload.field}</code>: a file of at most ${route.upload.maxBytes} bytes</p>` : new Html('')}
${'bytes' in route.output ? html`<h3>Answer</h3><p>${route.output.bytes.join(', ')}</p>` : section('data', route.output, 'output')}
<h3>Errors</h3><p><code>${possibleErrors(route).join(' ')}</code></p></details>`
}

/** `/gateway/openapi.json` and its readable form `/gateway/docs`, derived from the contracts. */
export function serveApiPages(app: FastifyInstance, brandName: string): void {
  const document = openApiDocument(brandName)
  app.get('/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  app.get('/docs', async (_request, reply) =>
    sendPlainPage(reply, {
      language: 'en',
      title: `${brandName} API`,
      body: html`<p>Send <code>Authorization: Bearer …</code>; answers carry their payload in <code>data</code>.
Machine-readable: <a href="openapi.json">OpenAPI 3.1</a>.</p>${allRoutes.map(routeDetails)}`,
    }),
  )
}
