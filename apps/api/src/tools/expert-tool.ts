import { expertMailQueue } from '#features/quote/expert/expert-mail.ts'
import { createJobs } from '#jobs/jobs.ts'
import { type Config, readConfig } from '#src/config.ts'
import type { Log } from '#src/log.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/process/product-database.ts'
import { startErrorLine } from '#src/process/start-error.ts'
import { runExpertCommand } from './expert-commands.ts'
import { refusalLines, ToolError } from './tool-error.ts'

/** Staff's answers to questions about prices: works on the installation's own database, beside running servers or without. */
const say = (text: string) => void process.stdout.write(`${text}\n`)
const complain = (text: string) => void process.stderr.write(`${text}\n`)
const quiet = () => undefined
const log: Log = {
  debug: quiet,
  info: quiet,
  warn: (_facts, text) => complain(text),
  error: (_f, text) => complain(text),
}

async function run(config: Config): Promise<void> {
  const closers: Closers = []
  try {
    const open = async () => {
      const { connectionString, ...opened } = await openProductDatabase(config, log, () => new Date(), closers)
      const jobs = await createJobs(connectionString, log)
      closers.push(() => jobs.stop())
      // Left for a server or a worker to do: this process only enqueues.
      await jobs.declare([{ ...expertMailQueue, run: async () => undefined }])
      return { ...opened, jobs }
    }
    await runExpertCommand(process.argv.slice(2), { open, say })
  } finally {
    await closeAll(closers)
  }
}

let config: Config | null = null
try {
  config = readConfig(process.env)
  await run(config)
} catch (error) {
  const line = error instanceof ToolError ? error.message : startErrorLine(error, config)
  for (const text of line === null ? await refusalLines(error) : [line]) complain(text)
  process.exitCode = 1
}
