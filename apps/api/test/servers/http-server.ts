import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '#core/config.ts'
import { loadTexts } from '#core/texts.ts'
import { createServe, type Serve } from '#http/gateway.ts'
import type { LoopDelay } from '#http/loop-delay.ts'
import { createHttpServer } from '#http/server.ts'

export interface TestHttpServer {
  app: FastifyInstance
  url: string
  close(): Promise<void>
}

/** The product's HTTP server with the routes of a test only. */
export async function startHttpServer(
  add: (app: FastifyInstance, serve: Serve) => void | Promise<void>,
  settings: Partial<Config> = {},
  delay?: LoopDelay,
): Promise<TestHttpServer> {
  // A busy machine must not refuse a test's requests.
  const environment = { LOG_LEVEL: 'silent', REQUESTS_AT_ONCE: '10000', LOOP_DELAY_MS: '60000' }
  // Tests call it by invented names.
  const config = { ...readConfig(environment), isLocalOnly: false, ...settings }
  const app = await createHttpServer(config, await loadTexts(), delay)
  const serve = createServe({
    app,
    clock: () => new Date(),
    openSession: async () => ({ session: null, waitSeconds: null }),
    proofOfWork: { assertDone: async () => undefined },
    limiter: {
      spend: async () => null,
      exceeded: async () => null,
      uses: async () => 0,
      forget: async () => undefined,
      sweep: async () => undefined,
    },
    securityEvents: { record: () => undefined },
    secureCookies: false,
  })
  await add(app, serve)
  await app.listen({ host: '127.0.0.1', port: 0 })

  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}
