import { getPriority } from 'node:os'
import { join } from 'node:path'
import { box, sphere } from '@cotation/geometry/solids'
import { afterAll, describe, expect, it } from 'vitest'
import { type AnalysisChild, startAnalysisChild } from './analysis-child.ts'
import { type AnalysisPool, createAnalysisPool } from './analysis-pool.ts'
import { type AnalysisResult, refusedAfter } from './analysis-run.ts'
import { colouredBinaryStl } from './fuzz/corpus.ts'
import { boxAndCylinderText, cylinderText, nestedText, pointsText } from './fuzz/step-assembly.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { AnalysisJob } from './messages.ts'

const job: AnalysisJob = { totalBytes: undefined, unit: undefined, meshes: [] }
const cube = (side: number) => colouredBinaryStl(box([side, side, side]), 'cube')
const text = (content: string) => new TextEncoder().encode(content)

async function* of(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Checks that the pool still works, with a file that is refused at once. */
async function expectStillWorks(pool: AnalysisPool): Promise<void> {
  const { verdict } = await pool.analyse(() => of(text('%PDF-1.7\n')), job)
  expect(verdict).toMatchObject({ refusal: { code: 'pdf' } })
}

const opened: { pool: AnalysisPool; children: AnalysisChild[] }[] = []
const ordinary = aPool()

/** A pool that remembers its processes. */
function aPool({ processes = 2, limits = {} as Partial<Limits> } = {}) {
  const children: AnalysisChild[] = []
  const pool = createAnalysisPool({
    processes,
    limits: { ...defaultLimits, ...limits },
    start: (childLimits) => {
      const child = startAnalysisChild(childLimits)
      children.push(child)
      return child
    },
  })
  opened.push({ pool, children })

  return { pool, children }
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

afterAll(async () => {
  for (const { pool, children } of opened.splice(0)) {
    await pool.close()
    expect(children.filter(({ pid }) => isAlive(pid))).toEqual([])
  }
})

describe('a pool of analysing processes', { timeout: 240_000 }, () => {
  it('analyses several files in parallel and returns each result to its caller', async () => {
    const { pool, children } = ordinary
    const files = [cube(2), text('%PDF-1.7\n'), cube(3), new Uint8Array(0), text(cylinderText()), cube(4)]
    const results = await Promise.all(files.map((bytes) => pool.analyse(() => of(bytes), job)))
    const outcomes = results.map(({ verdict }) =>
      verdict.ok ? Math.round(verdict.value.volumeMm3) : verdict.refusal.code,
    )
    expect(outcomes).toEqual([8, 'pdf', 27, 'empty-file', 942, 64])
    expect(children).toHaveLength(2)
  })

  it.skipIf(process.platform === 'win32')(
    'runs its processes at a lower priority than the host, which answers web requests',
    async () => {
      const { pool, children } = ordinary
      await expectStillWorks(pool)
      expect(children.map(({ pid }) => getPriority(pid) - getPriority() >= 5)).not.toContain(false)
    },
  )

  it.skipIf(process.platform === 'win32')('gives the process of a patient file the least priority', async () => {
    const { pool, children } = aPool({ processes: 1 })
    await pool.analyse(() => of(cube(2)), job, { isPatient: true })
    expect(children.map(({ pid }) => getPriority(pid))).toEqual([19])

    await pool.analyse(() => of(cube(2)), job)
    expect(children.map(({ pid }) => isAlive(pid))).toEqual([false, true])
    expect(getPriority(children[1]?.pid)).toBeLessThan(19)
  })

  it('reports progress and the summary before the end', async () => {
    const { pool } = ordinary
    const reported: string[] = []
    const { verdict, timingsMs } = await pool.analyse(() => of(cube(2)), job, {
      progress: (stage) => reported.push(stage),
      measured: ({ volumeMm3 }) => reported.push(`measured ${volumeMm3}`),
    })

    expect(verdict).toMatchObject({ ok: true })
    expect(reported.indexOf('measured 8')).toBeLessThan(reported.indexOf('walls'))
    expect(timingsMs.total).toBeGreaterThan(0)
  })

  it('stops reading a file that is refused early and starts the next at its beginning', async () => {
    const { pool, children } = aPool({ processes: 1 })
    let given = 0
    let closed = false

    async function* endlessPage() {
      try {
        for (;;) {
          given++
          yield text('<!DOCTYPE html><html>'.padEnd(65_536))
        }
      } finally {
        closed = true
      }
    }

    const { verdict } = await pool.analyse(endlessPage, job)
    expect(verdict).toMatchObject({ ok: false, refusal: { code: 'html-page' } })
    expect(closed).toBe(true)
    expect(given).toBeLessThan(1000)
    expect((await pool.analyse(() => of(cube(3)), job)).verdict).toMatchObject({ ok: true, value: { volumeMm3: 27 } })
    expect(children).toHaveLength(1)
  })

  it('loses only the file of a process that dies', async () => {
    const { pool, children } = aPool()
    const reached = Promise.withResolvers<void>()

    async function* stuck() {
      yield cube(5).subarray(0, 200)
      reached.resolve()
      await new Promise(() => {})
    }

    const lost = pool.analyse(stuck, job)
    const others = [2, 3].map((side) => pool.analyse(() => of(cube(side)), job))
    await reached.promise
    process.kill(children[0]?.pid ?? 0, 'SIGKILL')

    expect((await lost).verdict).toEqual({ ok: false, refusal: { code: 'kernel-failed' } })

    const volumes = (await Promise.all(others)).map(({ verdict }) => verdict.ok && verdict.value.volumeMm3)
    expect(volumes).toEqual([8, 27])

    await expectStillWorks(pool)
  })

  it('reports a failing source as an unreadable file', async () => {
    const { pool } = ordinary
    async function* failing() {
      yield cube(2).subarray(0, 100)
      throw new Error('disk')
    }
    expect((await pool.analyse(failing, job)).verdict).toEqual({ ok: false, refusal: { code: 'unreadable' } })
    await expectStillWorks(pool)
  })

  it('passes the error of a listener to its caller and continues', async () => {
    const { pool } = ordinary
    const measured = () => {
      throw new Error('listener')
    }
    await expect(pool.analyse(() => of(cube(2)), job, { measured })).rejects.toThrow('listener')
    await expectStillWorks(pool)
  })

  it('cancels running, queued and new files', async () => {
    const { pool } = aPool({ processes: 1 })
    const atWork = new AbortController()
    const inQueue = new AbortController()

    async function* stuck() {
      yield cube(5).subarray(0, 200)
      atWork.abort()
      await new Promise(() => {})
    }

    const cancelled = { ok: false, refusal: { code: 'cancelled' } }
    const open = () => {
      throw new Error('A queued file was opened.')
    }
    const working = pool.analyse(stuck, job, { signal: atWork.signal })
    const queued = pool.analyse(open, job, { signal: inQueue.signal })

    inQueue.abort()
    expect((await queued).verdict).toEqual(cancelled)
    expect((await working).verdict).toEqual(cancelled)
    expect((await pool.analyse(open, job, { signal: AbortSignal.abort() })).verdict).toEqual(cancelled)

    await expectStillWorks(pool)
  })

  it('cancels running and queued files when closed and accepts no more', async () => {
    const { pool } = aPool({ processes: 1 })
    const hanging = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
    const asked = Promise.withResolvers<void>()
    const opening = () => {
      asked.resolve()
      return hanging
    }
    const results = [pool.analyse(opening, job), pool.analyse(opening, job)]

    await asked.promise
    await pool.close()

    const cancelled = { verdict: { ok: false, refusal: { code: 'cancelled' } } }
    expect(await Promise.all(results)).toMatchObject([cancelled, cancelled])
    await expect(pool.analyse(() => of(cube(1)), job)).rejects.toThrow('closed')
  })
})

describe('a body that ends its process', { timeout: 240_000 }, () => {
  it('is named by its number', async () => {
    const limits = { ...defaultLimits, stepCpuSeconds: 0.5 }
    const child = startAnalysisChild(limits, join(import.meta.dirname, 'misbehaving-child.fixture.ts'))
    const { verdict, lostBody } = await child.analyse(
      of(),
      { bomb: 'hardBody', watched: 'yes' } as unknown as AnalysisJob,
      {},
    )

    expect(verdict).toEqual({ ok: false, refusal: { code: 'deadline' } })
    expect(lostBody).toEqual({ index: 2, code: 'deadline' })
    await child.stop()
  })

  it('is left out of the next attempt, which measures the others', async () => {
    const { pool } = ordinary
    const parts = text(boxAndCylinderText())
    const jobs: AnalysisJob[] = []
    const first: AnalysisChild = {
      pid: undefined,
      isSpent: () => true,
      becomePatient: () => undefined,
      isPatient: () => false,
      exceedsIdleMemory: () => false,
      stop: async () => undefined,
      async analyse(_file, job) {
        jobs.push(job)
        return { ...refusedAfter('deadline', 10), lostBody: { index: 0, code: 'deadline' } }
      },
    }
    const second: AnalysisChild = {
      ...first,
      analyse(_file, job, options) {
        jobs.push(job)
        return pool.analyse(() => of(parts), job, options)
      },
    }
    const children = [first, second]
    const retrying = createAnalysisPool({ processes: 1, start: () => children.shift() ?? second })

    const { verdict } = await retrying.analyse(() => of(parts), job)
    expect(jobs.map(({ lostBodies }) => lostBodies)).toEqual([[], [{ index: 0, code: 'deadline' }]])
    expect(verdict).toMatchObject({
      ok: true,
      value: { bodies: [{ name: 'cylinder' }], failed: [{ name: 'box', refusal: { code: 'deadline' } }] },
    })
    await retrying.close()
  })

  it('starts no second attempt once the pool is closed', async () => {
    const begun = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<AnalysisResult>()
    const children: AnalysisChild[] = []
    const closing = createAnalysisPool({
      processes: 1,
      start() {
        const child: AnalysisChild = {
          pid: undefined,
          isSpent: () => true,
          becomePatient: () => undefined,
          isPatient: () => false,
          exceedsIdleMemory: () => false,
          stop: async () => undefined,
          analyse() {
            begun.resolve()
            return answered.promise
          },
        }
        children.push(child)
        return child
      },
    })

    const analysed = closing.analyse(() => of(), job)
    await begun.promise
    // The process is lost just before the pool closes, which then runs before the second attempt.
    answered.resolve({ ...refusedAfter('deadline', 10), lostBody: { index: 0, code: 'deadline' } })
    await closing.close()
    expect((await analysed).verdict).toMatchObject({ refusal: { code: 'cancelled' } })
    expect(children.length).toBe(1)
  })
})

it('an interrupt from the terminal, which reaches every process of the group, ends no analysis', async () => {
  const child = startAnalysisChild(defaultLimits)
  const parts = text(boxAndCylinderText())
  const interrupt = () => void (child.pid && process.kill(child.pid, 'SIGINT'))

  const { verdict } = await child.analyse(of(parts), job, { progress: interrupt })
  expect(verdict).toMatchObject({ ok: true, value: { bodies: [{}, {}], failed: [] } })
  await child.stop()
}, 240_000)

describe('a pool with hostile files', { timeout: 240_000 }, () => {
  it('refuses endless triangles without buffering more than a chunk', async () => {
    const { pool } = aPool({ processes: 1, limits: { memoryMiB: 256 } })
    const count = 2 ** 24
    const header = new Uint8Array(84)
    new DataView(header.buffer).setUint32(80, count, true)

    async function* endless() {
      yield header

      const facets = new DataView(new ArrayBuffer(50 * 20_000))
      for (let round = 0; ; round++) {
        for (let at = 12; at < facets.byteLength; at += 50) {
          // Never the same vertex twice, so that nothing is welded away.
          for (let i = 0; i < 36; i += 4) facets.setFloat32(at + i, ((at + i) % 65_521) + round / 64, true)
        }
        yield new Uint8Array(facets.buffer)
      }
    }

    const { verdict } = await pool.analyse(endless, { ...job, totalBytes: 84 + 50 * count })
    expect(verdict).toSatisfy(
      ({ ok, refusal }) => !ok && ['out-of-memory', 'too-many-triangles', 'too-large'].includes(refusal.code),
    )

    await expectStillWorks(pool)
  })

  it('refuses a million parts in forty kilobytes before the kernel builds them', async () => {
    const { verdict } = await ordinary.pool.analyse(() => of(text(nestedText(6))), job)
    expect(verdict).toMatchObject({ ok: false, refusal: { code: 'out-of-memory', detail: { instances: 50_000 } } })
  })

  it('refuses half a million entities only if memory is short', async () => {
    const bytes = text(pointsText(500_000))
    const short = aPool({ processes: 1, limits: { memoryMiB: 256 } })

    expect((await short.pool.analyse(() => of(bytes), job)).verdict).toMatchObject({
      ok: false,
      refusal: { code: 'out-of-memory' },
    })

    const enough = aPool({ processes: 1, limits: { memoryMiB: 1024 } })
    expect((await enough.pool.analyse(() => of(bytes), job)).verdict).toMatchObject({
      ok: true,
      value: { bodyCount: 1 },
    })
  })
})

describe('a process with invalid answers', { timeout: 240_000 }, () => {
  it.each(['rubbish', 'endlessAnswer', 'nothing', 'half', 'death'])('fails the analysis: %s', async (bomb) => {
    const child = startAnalysisChild(defaultLimits, join(import.meta.dirname, 'misbehaving-child.fixture.ts'))
    try {
      const { verdict } = await child.analyse(of(), { bomb } as unknown as AnalysisJob, {})
      expect(verdict).toMatchObject({ ok: false, refusal: { code: 'kernel-failed' } })
      expect(child.isSpent()).toBe(true)
    } finally {
      await child.stop()
    }
  })

  it.each(['silence', 'processor'])('is killed at the deadline: %s', async (bomb) => {
    const child = startAnalysisChild(
      { ...defaultLimits, deadlineMs: 1000 },
      join(import.meta.dirname, 'misbehaving-child.fixture.ts'),
    )
    const { verdict } = await child.analyse(
      of(colouredBinaryStl(sphere(3), 's')),
      { bomb } as unknown as AnalysisJob,
      {},
    )

    expect(verdict).toEqual({ ok: false, refusal: { code: 'deadline' } })

    await child.stop()
    expect(isAlive(child.pid)).toBe(false)
  })
})
