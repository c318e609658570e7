import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { fakeTransfers } from './fake-transfers.fixture.ts'

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name)
const entry = (name: string, bytes: number) => ({ uploadId: name, file: file(name, bytes) })

/** A queue that is sending one file of 10 bytes, `a`. */
async function sending(options?: Parameters<typeof fakeTransfers>[0]) {
  const transfers = fakeTransfers(options)
  transfers.ports.queue.add([entry('a', 10)])
  await settled()
  return { ...transfers, queue: transfers.ports.queue, events: transfers.last('a')?.events }
}

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
    const { queue, events, fileById, received } = await sending()
    const onReceived = vi.fn()
    queue.subscribe({ changed: () => {}, refused: () => {}, received: onReceived })

    expect([...fileById.keys()]).toEqual(['a'])

    events?.progress(4)
    expect(queue.stateOf('a')).toEqual({ state: 'sending', sentBytes: 4 })

    events?.sent()
    await settled()

    expect([received, [...fileById.keys()], queue.stateOf('a')]).toEqual([['a'], [], undefined])
    expect(onReceived).toHaveBeenCalledWith('a', expect.objectContaining({ state: 'received' }))
  })

  it('resumes from where it was paused', async () => {
    const { queue, last } = await sending()
    expect(last('a')).toMatchObject({ resumes: false, state: 'open' })

    queue.pause('a')
    expect(last('a')).toMatchObject({ state: 'paused' })

    queue.resume('a')
    await settled()

    expect(last('a')).toMatchObject({ resumes: true, state: 'open' })
  })

  it('says that the storage is full, and tries again after minutes or on request', async () => {
    const { queue, opened, last } = await sending()
    last('a')?.events.broken('full')
    expect(queue.stateOf('a')?.state).toBe('full')

    await vi.advanceTimersByTimeAsync(599_000)
    expect(opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened).toHaveLength(2)

    last('a')?.events.broken('full')
    queue.resume('a')
    await settled()
    expect(opened).toHaveLength(3)
  })

  it('retries with growing delays after the connection breaks', async () => {
    const { queue, opened, last } = await sending()
    last('a')?.events.broken('connection')

    expect(queue.stateOf('a')?.state).toBe('broken')

    await vi.advanceTimersByTimeAsync(2000)
    expect(opened).toHaveLength(2)

    last('a')?.events.broken('connection')
    await vi.advanceTimersByTimeAsync(4999)

    expect(opened).toHaveLength(2)

    await vi.advanceTimersByTimeAsync(1)
    expect(opened).toHaveLength(3)
  })

  it('waits for a login when the session has ended', async () => {
    const { queue, opened, last } = await sending()
    last('a')?.events.broken('session')
    await vi.advanceTimersByTimeAsync(600_000)

    expect(opened).toHaveLength(1)

    queue.resumeBroken()
    await settled()

    expect(opened).toHaveLength(2)
  })

  it('notifies its listeners when the server refuses it, and does not retry', async () => {
    const { queue, opened, events } = await sending()
    const refused = vi.fn()
    queue.subscribe({ changed: () => {}, refused, received: () => {} })
    events?.broken('refused')
    await vi.advanceTimersByTimeAsync(600_000)

    expect([refused.mock.calls, opened.length]).toEqual([[['a']], 1])
  })

  it('is terminated when it is cancelled, and reports nothing afterwards', async () => {
    const { queue, last, fileById, received } = await sending()
    queue.cancel('a')
    last('a')?.events.sent()
    await settled()

    expect([last('a')?.state, [...fileById.keys()], received, queue.stateOf('a')]).toEqual([
      'terminated',
      [],
      [],
      undefined,
    ])
  })

  it('is resumed when the server misses some of its bytes', async () => {
    const { opened, events, answerReceived } = await sending()
    answerReceived(async () => {
      throw new ApiError({ code: 'UPLOAD_INCOMPLETE', status: 422, message: '' })
    })
    events?.sent()
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
    const { queue, events } = await sending({ canStore: false })
    expect(queue.wouldLoseFiles()).toBe(true)
    events?.sent()
    await settled()
    expect(queue.wouldLoseFiles()).toBe(false)
  })
})
