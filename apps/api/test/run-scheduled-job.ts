import { readConfig } from '#core/config.ts'
import { allJobs } from '#src/app.ts'
import { wire } from '#src/wiring.ts'
import { silentLog } from './silent-log.ts'

/**
 * Runs one scheduled job of an installation now, as a server with the same settings would at its
 * time: `node run-scheduled-job.ts <name>`.
 */
const { deps, close } = await wire(readConfig(process.env), { log: silentLog })
try {
  const job = allJobs(deps).find(({ name }) => name === process.argv[2])
  if (!job) throw new Error(`There is no job ${process.argv[2]}.`)

  const run: (payload: never) => Promise<void> = job.run
  await run({} as never)
} finally {
  await close()
}
