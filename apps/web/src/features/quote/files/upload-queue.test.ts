import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { fakeTransfers } from './fake-transfers.fixture.ts'

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name)
const entry = (name: string, bytes: number) => ({ uploadId: name, file: file(name, bytes) })

/** Lets promises settle without advancing the clock. */
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the upload queue', () => {
  it('sends batch by batch, smallest first, three at a time', async () => {
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

  it('starts the next upload while another is paused', async () => {
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
  it('is reported to the server when all bytes are sent, and its stored file is removed', async () => {
    const { ports, last, storedFiles, received } = fakeTransfers()
    const onReceived = vi.fn()
    ports.queue.subscribe({ changed: () => {}, refused: () => {}, received: onReceived })
    ports.queue.add([entry('a', 10)])
    await settled()

    expect([...storedFiles.keys()]).toEqual(['a'])

    last('a')?.events.progress(4)
    expect(ports.queue.stateOf('a')).toEqual({ state: 'sending', sentBytes: 4 })

    last('a')?.events.sent()
    await settled()

    expect([received, [...storedFiles.keys()], ports.queue.stateOf('a')]).toEqual([['a'], [], undefined])
    expect(onReceived).toHaveBeenCalledWith('a', expect.objectContaining({ state: 'received' }))
  })

  it('resumes from where it was paused', async () => {
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

  it('retries with growing delays after the connection breaks', async () => {
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

  it('waits for a login when the session has ended', async () => {
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

  it('notifies its listeners when the server refuses it, and does not retry', async () => {
    const { ports, opened, last } = fakeTransfers()
    const refused = vi.fn()
    ports.queue.subscribe({ changed: () => {}, refused, received: () => {} })
    ports.queue.add([entry('a', 10)])
    await settled()
    last('a')?.events.broken('refused')
    await vi.advanceTimersByTimeAsync(600_000)

    expect([refused.mock.calls, opened.length]).toEqual([[['a']], 1])
  })

  it('is terminated when it is cancelled, and reports nothing afterwards', async () => {
    const { ports, last, storedFiles, received } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    await settled()
    ports.queue.cancel('a')
    last('a')?.events.sent()
    await settled()

    expect([last('a')?.state, [...storedFiles.keys()], received, ports.queue.stateOf('a')]).toEqual([
      'terminated',
      [],
      [],
      undefined,
    ])
  })

  it('is resumed when the server misses some of its bytes', async () => {
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
  it('loses no file that the browser has stored', async () => {
    const { ports } = fakeTransfers()
    ports.queue.add([entry('a', 10)])
    expect(ports.queue.wouldLoseFiles()).toBe(true)
    await settled()
    expect(ports.queue.wouldLoseFiles()).toBe(false)
  })

  it('would lose a file that a private window refused to store', async () => {
    const { ports, last } = fakeTransfers({ canStore: false })
    ports.queue.add([entry('a', 10)])
    await settled()
    expect(ports.queue.wouldLoseFiles()).toBe(true)
    last('a')?.events.sent()
    await settled()
    expect(ports.queue.wouldLoseFiles()).toBe(false)
  })
})
