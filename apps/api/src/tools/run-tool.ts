import type { Log } from '#adapters/log.ts'
import { type Config, readConfig } from '#core/config.ts'
import { type Closers, closeAll, openProductDatabase, reachDatabase } from '#src/product-database.ts'
import { startErrorLine } from '#src/start-error.ts'
import { explainError, ToolError } from './tool-error.ts'

const printError = (text: string) => void process.stderr.write(`${text}\n`)
const ignore = () => undefined

const log: Log = {
  debug: ignore,
  info: ignore,
  warn: (_facts, text) => printError(text),
  error: (_facts, text) => printError(text),
}

export interface ToolContext {
  config: Config
  log: Log
  closers: Closers
  /** Opens the installation's database; servers may be running. */
  open: () => ReturnType<typeof openProductDatabase>
  /** The addresses of the installation's database, as it is. */
  reach: () => ReturnType<typeof reachDatabase>
  print: (text: string) => void
}

/** Runs an operator's command. An error is printed as one line, and everything opened is closed. */
export async function runTool(command: (context: ToolContext) => Promise<void>): Promise<void> {
  let config: Config | null = null
  const closers: Closers = []
  try {
    const settings = readConfig(process.env)
    config = settings
    await command({
      config: settings,
      log,
      closers,
      open: () => openProductDatabase(settings, log, () => new Date(), closers),
      reach: () => reachDatabase(settings, closers),
      print: (text) => void process.stdout.write(`${text}\n`),
    }).finally(() => closeAll(closers))
  } catch (error) {
    const message = error instanceof ToolError ? error.message : startErrorLine(error, config)
    for (const row of message === null ? await explainError(error) : [message]) printError(row)
    process.exitCode = 1
  }
}
