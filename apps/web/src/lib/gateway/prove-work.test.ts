import { solveWork, type WorkChallenge, workHeader } from '@cotation/domain'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, onApiFailure } from './api.ts'

const visitor = 'POST /global/quote/visitor'
const input = { body: { agreeDisclaimer: true } } as const
const refusal = 'Rechargez la page.'

const challenge = (seed: string): WorkChallenge => ({ token: `1.9.${seed.repeat(32)}`, puzzles: 2, bits: 3 })

/** A server that asks for a proof of each of these challenges before it accepts a call. */
function stubServer(seeds: readonly string[]): { proofs: (string | null)[] } {
  const proofs: (string | null)[] = []
  const waiting = [...seeds]

  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    proofs.push(new Headers(init.headers).get(workHeader))
    const seed = waiting.shift()
    if (seed === undefined) return Response.json({ data: { accessToken: 'token', expiresIn: 60 } })

    const body = { code: 'WORK_NEEDED', message: refusal, requestId: 'r', work: challenge(seed) }
    return Response.json(body, { status: 428 })
  })

  return { proofs }
}

/** jsdom has no workers. */
function stubWorker({ fails = false } = {}): { terminated: () => number } {
  let terminated = 0
  class WorkerOnThisThread {
    onmessage: ((event: { data: number[] }) => void) | null = null
    onerror: (() => void) | null = null

    postMessage(work: WorkChallenge) {
      if (fails) queueMicrotask(() => this.onerror?.())
      else queueMicrotask(() => this.onmessage?.({ data: solveWork(work) }))
    }

    terminate() {
      terminated++
    }
  }

  vi.stubGlobal('Worker', WorkerOnThisThread)
  return { terminated: () => terminated }
}

const proofOf = (seed: string) => `${challenge(seed).token} ${solveWork(challenge(seed)).join(',')}`

beforeEach(() => onApiFailure(() => {}))

describe('a call that needs a proof of work', () => {
  it('is repeated with the proof that a worker found', async () => {
    const worker = stubWorker()
    const server = stubServer(['a'])

    expect(await api(visitor, input)).toEqual({ accessToken: 'token', expiresIn: 60 })
    expect(server.proofs).toEqual([null, proofOf('a')])
    expect(worker.terminated()).toBe(1)
  })

  it('is repeated with another proof if the first is not accepted', async () => {
    stubWorker()
    const server = stubServer(['a', 'b'])

    await api(visitor, input)
    expect(server.proofs).toEqual([null, proofOf('a'), proofOf('b')])
  })

  it('fails with the server’s advice after three proofs', async () => {
    stubWorker()
    const server = stubServer(['a', 'b', 'c', 'd', 'e'])

    await expect(api(visitor, input)).rejects.toMatchObject({ code: 'WORK_NEEDED', message: refusal })
    expect(server.proofs).toHaveLength(4)
  })

  it('fails with the server’s advice if the worker fails', async () => {
    const failures: string[] = []
    onApiFailure(({ message }) => failures.push(message))
    const worker = stubWorker({ fails: true })
    stubServer(['a'])

    await expect(api(visitor, input)).rejects.toMatchObject({ code: 'WORK_NEEDED', message: refusal })
    expect(failures).toEqual([refusal])
    expect(worker.terminated()).toBe(1)
  })

  it('fails with the server’s advice in a browser without workers', async () => {
    vi.stubGlobal('Worker', undefined)
    stubServer(['a'])

    await expect(api(visitor, input)).rejects.toMatchObject({ code: 'WORK_NEEDED', message: refusal })
  })
})
