import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { seedDemo } from './demo.ts'
import { stopOnSignal } from './lifecycle.ts'
import { processLog } from './process-log.ts'
import { startErrorLine } from './start-error.ts'
import { wire } from './wiring.ts'

/** The server: gateway, web app and, unless JOBS=off, the workers, on one port. */
async function start(config: Config): Promise<void> {
  let stopping = false
  const wired = await wire(config, { log: processLog(config.logLevel) })
  const app = await createApp(wired.deps, () => stopping)
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await wired.close()
    throw error
  }
  if (config.runJobs) await wired.deps.jobs.work()
  stopOnSignal(async () => {
    stopping = true
    console.log('Stopping: finishing what is under way …')
    await app.close()
    await wired.close()
    console.log('Stopped.')
  })
  const demoAccounts = config.demo ? await seedDemo(wired.deps) : []
  console.log(`${config.brand.name} is ready:  ${config.publicUrl}/manufacture/`)
  if (config.mailbox) console.log(`Mails it sends:     ${config.publicUrl}/gateway/mailbox`)
  console.log(`API:                ${config.publicUrl}/gateway/docs`)
  for (const account of demoAccounts)
    console.log(`Demo account:       ${account.email}  ${account.password}  (${account.accountType})`)
}

let config: Config | null = null
try {
  config = readConfig(process.env)
  await start(config)
} catch (error) {
  const line = startErrorLine(error, config)
  console.error(line ?? error)
  process.exit(1)
}
