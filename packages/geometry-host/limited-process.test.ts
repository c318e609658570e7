import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { receiveAnswers } from './answer-pipe.ts'
import { sendFile } from './frames.ts'
import { type LimitedProcess, startLimited } from './limited-process.ts'
import { defaultLimits, type Limits } from './limits.ts'

const bomb = join(import.meta.dirname, 'misbehaving-child.fixture.ts')
const small: Limits = { ...defaultLimits, memoryMiB: 256, cpuSeconds: 60 }
const running: LimitedProcess[] = []

interface Message {
  MiB?: number
  done?: string
  refused?: string
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Lets the child misbehave. Returns how it ended (or its last message) and the memory it took. */
async function misbehave(name: string, { limits = small, watched = true } = {}) {
  const limited = startLimited(bomb, limits)
  running.push(limited)

  let takenMiB = 0
  const lastMessage = new Promise<Message | 'rubbish'>((resolve) => {
    receiveAnswers(
      limited.answers,
      (answer) => {
        const message = answer as Message
        if (message.MiB) takenMiB = message.MiB
        else resolve(message)
      },
      () => resolve('rubbish'),
    )
  })

  const header = new TextEncoder().encode(JSON.stringify({ bomb: name, watched }))
  await sendFile(limited.input, header, nothing(), new Promise(() => {}))

  return { outcome: await Promise.race([limited.ended, lastMessage]), takenMiB }
}

afterEach(async () => {
  for (const { kill, ended } of running.splice(0)) {
    kill()
    await ended
  }
})

describe('a limited process', { timeout: 30_000 }, () => {
  it.each(['wasm', 'arrays'])('is killed by its watchdog if its memory (%s) exceeds the limit', async (kind) => {
    const { outcome, takenMiB } = await misbehave(kind)
    expect(outcome).toBe('out-of-memory')
    expect(takenMiB).toBeGreaterThan(100)
    expect(takenMiB).toBeLessThan(1024)
  })

  it.each(['wasm', 'arrays'])('gets no more memory (%s) from the system without a watchdog', async (kind) => {
    const { outcome, takenMiB } = await misbehave(kind, { watched: false })
    const denied = typeof outcome === 'object' ? outcome.refused : outcome
    expect(denied).toMatch(/memory|alloc/i)
    expect(takenMiB).toBeGreaterThan(100)
    expect(takenMiB).toBeLessThan(1024)
  })

  it('ends as out of memory if its heap grows without end', async () => {
    expect((await misbehave('objects')).outcome).toBe('out-of-memory')
  })

  it('ends at its processor limit', async () => {
    expect((await misbehave('processor', { limits: { ...small, cpuSeconds: 1 } })).outcome).toBe('deadline')
  })

  it('is killed by its watchdog if a step uses too much processor time', async () => {
    expect((await misbehave('processor', { limits: { ...small, stepCpuSeconds: 0.5 } })).outcome).toBe('deadline')
  })

  it.each(['systemFiles', 'configuration', 'program'])('has no access to %s', async (kind) => {
    const { outcome } = await misbehave(kind)
    expect(outcome).toMatchObject({ refused: expect.stringMatching(/restricted/) })
  })

  it('sees none of its parent’s environment', async () => {
    const { outcome } = await misbehave('environment')
    const names = Object.keys(JSON.parse((outcome as Message).done ?? '{"nothing":1}'))
    const own = /^(COTATION_(MEMORY_MIB|STEP_CPU_SECONDS|PARENT)|MALLOC_(ARENA_MAX|TRIM_THRESHOLD_)|PWD)$/
    expect(names.filter((name) => !own.test(name))).toEqual([])
  })

  it.each(['rubbish', 'endlessAnswer'])('does not harm its parent with invalid answers (%s)', async (kind) => {
    expect((await misbehave(kind)).outcome).toBe('rubbish')
  })
})
