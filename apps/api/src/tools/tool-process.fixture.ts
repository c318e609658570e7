import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Runs a tool in a child process with the given environment and the compile cache only. */
export async function toolProcess(
  tool: 'backup' | 'catalogue' | 'customer' | 'demo' | 'doctor' | 'expert' | 'mails' | 'staff',
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, `${tool}-tool.ts`)
  const child = spawn(process.execPath, [program, ...words], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, stdout, stderr }
}
