import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(50)
}

it.each(['processor', 'silence'])(
  'a process ends after its parent was killed, even during: %s',
  { timeout: 30_000 },
  async (bomb) => {
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'short-lived-parent.fixture.ts'), bomb], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(printed))

    expect(isAlive(pid)).toBe(true)

    parent.kill('SIGKILL')
    await gone(pid)

    expect(isAlive(pid)).toBe(false)
  },
)
