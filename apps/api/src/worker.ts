import { createLog } from '#adapters/log.ts'
import { type Config, readConfig } from '#core/config.ts'
import { stopOnSignal } from './lifecycle.ts'
import { startErrorLine } from './start-error.ts'
import { wireForCustomers } from './wiring.ts'

/** Runs jobs only, to add capacity on other machines. */
let config: Config | null = null

try {
  config = readConfig(process.env)
  const started = wireForCustomers(config, { log: createLog(config.logLevel) })
  // Before the start is complete: a signal must not leave the embedded database behind.
  stopOnSignal(async () => (await started).close())

  const wired = await started
  await wired.deps.jobs.work()
  wired.deps.analysis.keepReady()
  process.stdout.write('Worker is ready.\n')
} catch (error) {
  process.stderr.write(`${startErrorLine(error, config) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}
