import { createLog } from '#adapters/log.ts'
import { type Config, readConfig, requireOwnBrand } from '#core/config.ts'
import { stopOnSignal } from './lifecycle.ts'
import { startErrorLine } from './start-error.ts'
import { wire } from './wiring.ts'

/** Runs jobs only, to add capacity on other machines. */
let config: Config | null = null

try {
  config = readConfig(process.env)
  requireOwnBrand(config)
  const wired = await wire(config, { log: createLog(config.logLevel) })
  await wired.deps.jobs.work()
  wired.deps.analysis.keepReady()
  stopOnSignal(wired.close)
  process.stdout.write('Worker is ready.\n')
} catch (error) {
  process.stderr.write(`${startErrorLine(error, config) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}
