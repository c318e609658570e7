import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { fakeTransfers } from './fake-transfers.fixture.ts'

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name)
const entry = (name: string, bytes: number) => ({ uploadId: name, file: file(name, bytes) })

/** Lets promises settle; the clock stands still. */
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the order of sending', () => {
  it('is drop by drop, the smallest of a drop first, three at once', async () => {
    const { ports, names, last } = fakeTransfers()
    ports.queue.add([entry('e', 50), entry('a', 10), entry('c', 30), entry('d', 40), entry('b', 20)])
    ports.queue.add([entry('z', 1)])
    await settled()

    expect(names()).toEqual(['a', 'b', 'c'])

    last('b')?.events.sent()
    await settled()

    expect(names()).toEqual(['a', 'b', 'c', 'd'])

    for (const one of ['a', 'c', 'd']) last(one)?.events.sent()
    await settled()

    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'z'])
  })

  it('leaves a place to the next one while one is paused', async () => {
    const { ports, names } = fakeTransfers()
    ports.queue.add([entry('a', 1), entry('b', 2), entry('c', 3), entry('d', 4)])
    await settled()
    ports.queue.pause('a')
    await settled()
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
    expect(ports.queue.stateOf('a')?.state).toBe('paused')
  })
})

describe('an upload', () => {
  it('is told to the server when all bytes are sent, and its file is let go', async () => {
    const { ports, last, shelf, received } = fakeTransfers()
    const arrived = vi.fn()
    ports.queue.subscribe({ moved: () => {}, refused: () => {}, arrived })
    ports.queue.add([entry('a', 10)])
    await settled()

    expect([...shelf.keys()]).toEqual(['a'])

    last('a')?.events.progress(4)
    expect(ports.queue.stateOf('a')).toEqual({ state: 'sending', sentBytes: 4 })

    last('a')?.events.sent()
    await settled()

    expect([received, [...shelf.keys()], ports.queue.stateOf('a')]).toEqual([['a'], [], undefined])
    expect(arrived).toHaveBeenCalledWith('a', expect.objectContaining({ state: 'received' }))
  })

  it('goes on from where it stopped after a pause, and not from the beginning', async () => {
    const { ports, last } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    await settled()

    expect(last('a')).toMatchObject({ resumes: false, state: 'open' })

    ports.queue.pause('a')
    expect(last('a')).toMatchObject({ state: 'paused' })

    ports.queue.resume('a')
    await settled()

    expect(last('a')).toMatchObject({ resumes: true, state: 'open' })
  })

  it('goes on by itself after the line broke, later each time', async () => {
    const { ports, opened, last } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    await settled()
    last('a')?.events.broken('connection')

    expect(ports.queue.stateOf('a')?.state).toBe('broken')

    await vi.advanceTimersByTimeAsync(2000)
    expect(opened).toHaveLength(2)

    last('a')?.events.broken('connection')
    await vi.advanceTimersByTimeAsync(4999)

    expect(opened).toHaveLength(2)

    await vi.advanceTimersByTimeAsync(1)
    expect(opened).toHaveLength(3)
  })

  it('waits for a login when the session ended, and for nobody else', async () => {
    const { ports, opened, last } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    await settled()
    last('a')?.events.broken('session')
    await vi.advanceTimersByTimeAsync(600_000)

    expect(opened).toHaveLength(1)

    ports.queue.resumeBroken()
    await settled()

    expect(opened).toHaveLength(2)
  })

  it('says so when the server does not want it, and does not insist', async () => {
    const { ports, opened, last } = fakeTransfers()
    const refused = vi.fn()
    ports.queue.subscribe({ moved: () => {}, refused, arrived: () => {} })
    ports.queue.add([entry('a', 10)])
    await settled()
    last('a')?.events.broken('refused')
    await vi.advanceTimersByTimeAsync(600_000)

    expect([refused.mock.calls, opened.length]).toEqual([[['a']], 1])
  })

  it('that was cancelled is terminated, its file let go, and nothing more is heard of it', async () => {
    const { ports, last, shelf, received } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    await settled()
    ports.queue.cancel('a')
    last('a')?.events.sent()
    await settled()

    expect([last('a')?.state, [...shelf.keys()], received, ports.queue.stateOf('a')]).toEqual([
      'terminated',
      [],
      [],
      undefined,
    ])
  })

  it('that the server misses bytes of is sent again, from where it is', async () => {
    const { ports, opened, last, answerReceived } = fakeTransfers()
    answerReceived(async () => {
      throw new ApiError({ code: 'UPLOAD_INCOMPLETE', status: 422, message: '' })
    })
    ports.queue.add([entry('a', 10)])
    await settled()
    last('a')?.events.sent()
    await vi.advanceTimersByTimeAsync(2000)

    expect(opened.map(({ resumes }) => resumes)).toEqual([false, true])
  })
})

describe('closing the page', () => {
  it('loses nothing that the browser has kept', async () => {
    const { ports } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    expect(ports.queue.wouldLose()).toBe(true)
    await settled()
    expect(ports.queue.wouldLose()).toBe(false)
  })

  it('would lose what a private window refused to keep', async () => {
    const { ports, last } = fakeTransfers({ keeps: false })
    ports.queue.add([entry('a', 10)])
    await settled()
    expect(ports.queue.wouldLose()).toBe(true)
    last('a')?.events.sent()
    await settled()
    expect(ports.queue.wouldLose()).toBe(false)
  })
})
