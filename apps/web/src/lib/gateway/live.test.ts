import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeStream, opened } from '#lib/testing/live-stub.ts'
import { LiveUpdates } from './live.ts'
import { session } from './session.ts'

let streams: FakeStream[]
let stop: () => void
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  stop = () => undefined
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function started(): LiveUpdates {
  const live = new LiveUpdates()
  stop = live.start((topics, signal) => {
    const stream = new FakeStream(topics, signal)
    streams.push(stream)
    return stream
  })
  return live
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function newest(): FakeStream {
  const stream = streams.at(-1)
  if (!stream) throw new Error('no stream was opened')
  return stream
}

async function show(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

describe('live updates', () => {
  it('share one stream between all topics of the tab', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    live.follow('order:2', vi.fn())
    live.follow('order:2', vi.fn())
    await pass(50)

    expect(streams.map(({ topics }) => topics)).toEqual([['project:1', 'order:2']])
  })

  it('report a change to the listeners of its topic, with the revision', async () => {
    const live = started()
    const project = vi.fn()
    const order = vi.fn()
    live.follow('project:1', project)
    live.follow('order:2', order)
    await pass(50)
    newest().send(opened)
    await pass(0)
    project.mockClear()
    order.mockClear()

    newest().send(undefined, { topic: 'project:1', revision: 7 })
    await pass(0)

    expect([project.mock.calls, order.mock.calls]).toEqual([[[7]], []])
  })

  it('report the bill of a link, whose key the server does not repeat', async () => {
    const live = started()
    const listener = vi.fn()
    live.follow('link:secret', listener)
    await pass(50)
    newest().send({ topic: 'link', revision: null })
    await pass(0)

    expect(listener).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('report everything once when a stream opens, because changes may have been missed', async () => {
    const live = started()
    const listener = vi.fn()
    live.follow('project:1', listener)
    await pass(50)
    newest().send(opened)
    await pass(0)
    expect(listener).toHaveBeenCalledExactlyOnceWith(null)

    newest().end()
    await pass(0)
    await pass(1000)
    expect(streams).toHaveLength(2)
    newest().send(opened)
    await pass(0)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('count as working after one failure, and no longer after the second', async () => {
    const live = started()
    const listener = vi.fn()
    live.follow('project:1', listener)
    expect(live.isFollowing('project:1')).toBe(false)

    await pass(50)
    newest().send(opened)
    await pass(0)
    expect([live.isFollowing('project:1'), live.isFollowing('order:2')]).toEqual([true, false])

    newest().end('failed')
    await pass(0)
    expect(live.isFollowing('project:1')).toBe(true)

    listener.mockClear()
    await pass(1000)
    newest().end('failed')
    await pass(0)
    expect(live.isFollowing('project:1')).toBe(false)
    // Read at once, so that polling starts with its short intervals.
    expect(listener).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('are not asked for again after a refusal, until the session changes', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    await pass(50)
    newest().end('refused')
    await pass(600_000)

    expect(streams).toHaveLength(1)
    expect(live.isFollowing('project:1')).toBe(false)

    session.notify()
    await pass(50)
    expect(streams).toHaveLength(2)
  })

  it('retry at growing intervals, and work again after a success', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    await pass(50)
    for (const seconds of [1, 5, 15, 30, 60, 60]) {
      newest().end('failed')
      await pass(0)
      const before = streams.length
      await pass(1000 * seconds - 1)
      expect(streams).toHaveLength(before)
      await pass(1)
      expect(streams).toHaveLength(before + 1)
    }

    newest().send(opened)
    await pass(0)
    expect(live.isFollowing('project:1')).toBe(true)
  })

  it('open another stream for a topic that the open one lacks', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    await pass(50)
    const first = newest()
    live.follow('order:2', vi.fn())
    await pass(50)

    expect(first.signal.aborted).toBe(true)
    expect(newest().topics).toEqual(['project:1', 'order:2'])
  })

  it('close the stream while the tab is hidden, and open another when it is shown', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    await pass(50)
    const first = newest()

    await show('hidden')
    expect(first.signal.aborted).toBe(true)
    await pass(600_000)
    expect(streams).toHaveLength(1)

    await show('visible')
    expect(streams).toHaveLength(2)
  })

  it('close the stream once no screen follows anything', async () => {
    const live = started()
    const unfollow = live.follow('project:1', vi.fn())
    await pass(50)
    unfollow()

    expect(newest().signal.aborted).toBe(true)
    await pass(600_000)
    expect(streams).toHaveLength(1)
  })

  it('open another stream after a silence, which a heartbeat prevents', async () => {
    const live = started()
    live.follow('project:1', vi.fn())
    await pass(50)
    newest().send(opened)
    await pass(0)

    await pass(40_000)
    newest().send(undefined)
    await pass(0)
    await pass(40_000)
    expect(streams).toHaveLength(1)

    await pass(5_000)
    await pass(1_000)
    expect(streams).toHaveLength(2)
  })

  it('open nothing before they are started', async () => {
    const live = new LiveUpdates()
    live.follow('project:1', vi.fn())
    await pass(1000)
    expect(live.isFollowing('project:1')).toBe(false)
  })
})
