import { spawn } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../cotation.mjs')

export interface Run {
  code: number | null
  out: string
  err: string
}

/** The command as a shell runs it. */
export function cotation(args: string[], locale = 'en_GB.UTF-8'): Promise<Run> {
  const run = spawn(process.execPath, [program, ...args], { env: { ...process.env, LC_ALL: locale } })
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

/** What a run printed with `--json`: one object a line. */
export const jsonLines = <T>({ out }: Run): T[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
