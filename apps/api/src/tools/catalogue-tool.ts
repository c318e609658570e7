import { type Config, readConfig } from '#src/config.ts'
import type { Log } from '#src/log.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/process/product-database.ts'
import { startErrorLine } from '#src/process/start-error.ts'
import { runCatalogueCommand } from './catalogue-commands.ts'
import { refusalLines, ToolError } from './tool-error.ts'

/** Staff's hands on the catalogue: works on the installation's own database, beside running servers or without. */
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
    const open = () => openProductDatabase(config, log, () => new Date(), closers)
    await runCatalogueCommand(process.argv.slice(2), { open, say, folder: process.env.INIT_CWD ?? process.cwd() })
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
