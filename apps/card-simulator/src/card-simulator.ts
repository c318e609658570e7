import type { FastifyInstance } from 'fastify'
import { serveApi } from './api.routes.ts'
import { createBackgroundWork } from './background-work.ts'
import { serveControl } from './control.routes.ts'
import type { Simulator, SimulatorOptions } from './options.ts'
import { servePayPage } from './pay-page.routes.ts'

export type { Page } from './options.ts'
export type { CardChoice } from './payments.ts'
export { getSimulatorSecrets, type SimulatorSecrets } from './secrets.ts'
export { noSwitches, type Switches } from './switches.ts'

/**
 * Plays the card provider: its HTTP API, so that the real SDK and code run, a page where the payer
 * chooses the outcome, and signed webhooks that report it. No money moves.
 */
export function serveCardSimulator(options: SimulatorOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const simulator: Simulator = { ...options, work: createBackgroundWork(options) }

    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )

    // Webhooks go to this same server: sending them before it listens would fail.
    app.addHook('onListen', async () => simulator.work.start())
    app.addHook('preClose', async () => simulator.work.stop())

    await app.register(serveApi(simulator), { prefix: '/v1' })
    await app.register(serveControl(simulator), { prefix: '/simulator' })
    await app.register(servePayPage(simulator), { prefix: '/simulator/pay' })
  }
}
