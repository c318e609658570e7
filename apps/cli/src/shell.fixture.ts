import { spawn } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../cotation.mjs')

export interface Run {
  code: number | null
  out: string
  err: string
}

interface Shell {
  locale?: string
  /** Behaves like a reader that takes nothing, such as `head -0`. */
  closesOutput?: boolean
}

/** Runs the command in its own process, as a shell does. */
export function cotation(args: string[], { locale = 'en_GB.UTF-8', closesOutput = false }: Shell = {}): Promise<Run> {
  const run = spawn(process.execPath, [program, ...args], { env: { ...process.env, LC_ALL: locale } })
  if (closesOutput) run.stdout.destroy()
  let out = ''
  let err = ''

  run.stdout.on('data', (chunk) => {
    out += chunk
  })
  run.stderr.on('data', (chunk) => {
    err += chunk
  })

  return new Promise((resolve) => run.once('close', (code) => resolve({ code, out, err })))
}

/** The objects that a run printed with `--json`, one in each row. */
export const jsonLines = <T>({ out }: Run): T[] =>
  out
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as T)
