import type { Log } from '#adapters/log.ts'
import { type Config, readConfig } from '#core/config.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/process/product-database.ts'
import { startErrorLine } from '#src/process/start-error.ts'
import { refusalLines, ToolError } from './tool-error.ts'

const complain = (text: string) => void process.stderr.write(`${text}\n`)
const quiet = () => undefined

const log: Log = {
  debug: quiet,
  info: quiet,
  warn: (_facts, text) => complain(text),
  error: (_f, text) => complain(text),
}

export interface ToolParts {
  log: Log
  closers: Closers
  /** Opens the installation's own database, beside running servers or without. */
  open: () => ReturnType<typeof openProductDatabase>
  say: (text: string) => void
}

/** Runs a command of the operator's on the installation; what goes wrong is told in a line, and nothing is left open. */
export async function runTool(command: (parts: ToolParts) => Promise<void>): Promise<void> {
  let config: Config | null = null
  const closers: Closers = []
  try {
    const settings = readConfig(process.env)
    config = settings
    await command({
      log,
      closers,
      open: () => openProductDatabase(settings, log, () => new Date(), closers),
      say: (text) => void process.stdout.write(`${text}\n`),
    }).finally(() => closeAll(closers))
  } catch (error) {
    const line = error instanceof ToolError ? error.message : startErrorLine(error, config)
    for (const text of line === null ? await refusalLines(error) : [line]) complain(text)
    process.exitCode = 1
  }
}
