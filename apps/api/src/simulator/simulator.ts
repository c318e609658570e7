import type { FastifyInstance } from 'fastify'
import { serveApi } from './api/api.routes.ts'
import { serveControl } from './api/control.routes.ts'
import { servePayPage } from './pay-page.routes.ts'
import type { Simulator, SimulatorOptions } from './simulator-parts.ts'
import { createSimulatorWork } from './simulator-work.ts'

/**
 * A payment provider to try the product with: it speaks the HTTP of the real one, so that the real SDK and the real code run, has a
 * page where a payer chooses what becomes of the payment, and tells the outcome by signed webhooks. No money moves.
 */
export function serveSimulator(options: SimulatorOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const simulator: Simulator = { ...options, work: createSimulatorWork(options) }
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )

    // Not before: where nobody listens, nobody could take a webhook.
    app.addHook('onListen', async () => simulator.work.start())
    app.addHook('preClose', async () => simulator.work.stop())
    await app.register(serveApi(simulator), { prefix: '/v1' })
    await app.register(serveControl(simulator), { prefix: '/simulator' })
    await app.register(servePayPage(simulator), { prefix: '/simulator/pay' })
  }
}
