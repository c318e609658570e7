import type { FastifyInstance } from 'fastify'
import { createLog } from '#adapters/log.ts'
import { type Config, readConfig } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import { drainConnections } from '#http/drain-connections.ts'
import { createApp } from './app.ts'
import { demoCoupon, seedDemo, seedDemoStaff } from './demo.ts'
import { stopOnSignal } from './lifecycle.ts'
import { seedShop } from './seed-shop.ts'
import { startErrorLine } from './start-error.ts'
import { type Wired, wireForCustomers } from './wiring.ts'

/** Finishes running requests and jobs and closes everything. */
type Stop = () => Promise<void>

/** The server: gateway, web app and, unless JOBS=off, the job workers, on one port. */
async function start(config: Config): Promise<Stop> {
  let stopping = false
  const wired = await wireForCustomers(config, { log: createLog(config.logLevel) })
  const app = await listen(wired, () => stopping)

  if (config.runJobs) {
    await wired.deps.jobs.work()
    wired.deps.analysis.keepReady()
  }

  const demoAccounts = config.demo ? await seedDemo(wired.deps) : []
  const demoStaff = config.demo ? await seedDemoStaff(wired.deps) : []
  console.log(`${config.brand.name} is ready:  ${config.publicUrl}/manufacture/`)
  if (config.mailbox) console.log(`Mails it sends:     ${config.publicUrl}/gateway/mailbox`)
  if (config.apiDocs) console.log(`API:                ${config.publicUrl}/gateway/docs`)
  for (const account of demoAccounts)
    console.log(`Demo account:       ${account.email}  ${account.password}  (${account.accountType})`)
  if (config.demo) console.log(`Demo coupon:        ${demoCoupon}`)
  if (demoStaff.length > 0) console.log(`Back office:        ${config.publicUrl}/manufacture/staff`)
  for (const account of demoStaff)
    console.log(`Demo staff:         ${account.email}  ${account.password}  (${account.role})`)

  const filling = new AbortController()
  const filled = config.demoShop ? fillShop(wired.deps, filling.signal) : Promise.resolve()

  return async () => {
    stopping = true
    console.log('Stopping: finishing running requests and jobs …')
    filling.abort()
    await filled
    if (config.trustProxy) await drainConnections(app.server)
    await app.close()
    await wired.close()
    console.log('Stopped.')
  }
}

/** In the background, because it takes seconds. What a stop interrupts is done by the next start. */
async function fillShop(deps: Deps, stopped: AbortSignal): Promise<void> {
  try {
    const isNew = await seedShop(deps, stopped)
    if (isNew) console.log('Demo shop:          customers, orders and a week of production are there')
  } catch (error) {
    if (!stopped.aborted) deps.log.error({ err: error }, 'the demo shop could not be filled')
  }
}

/** Closes everything if the start fails, so that the embedded database does not stay behind. */
async function listen(wired: Wired, isStopping: () => boolean): Promise<FastifyInstance> {
  try {
    const app = await createApp(wired.deps, isStopping)
    const { host, port } = wired.deps.config
    await app.listen({ host, port })
    return app
  } catch (error) {
    await wired.close()
    throw error
  }
}

let config: Config | null = null

try {
  config = readConfig(process.env)
  const started = start(config)
  // Before the start is complete: a signal must not leave the embedded database behind.
  stopOnSignal(async () => (await started)())
  await started
} catch (error) {
  console.error(startErrorLine(error, config) ?? error)
  process.exit(1)
}
