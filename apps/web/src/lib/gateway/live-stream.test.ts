import { beforeEach, expect, it, vi } from 'vitest'
import type { Topic } from './live.ts'
import { openLiveStream } from './live-stream.ts'
import { session } from './session.ts'

beforeEach(() => {
  session.clear()
  session.store({ accessToken: 'secret' })
})

/** The part of a body that is read, in several chunks; jsdom has no streams. */
function bodyOf(chunks: readonly string[]) {
  const left = chunks.map((chunk) => new TextEncoder().encode(chunk))
  return { getReader: () => ({ read: async () => ({ done: left.length === 0, value: left.shift() }) }) }
}

/** Answers every call with these chunks, and returns what was sent. */
function stubStream(chunks: readonly string[], status = 200) {
  const sent: { url: string; body: unknown; token: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')
    sent.push({ url, body: JSON.parse(String(init.body)), token })
    return { ok: status === 200, status, body: bodyOf(chunks) }
  })
  return sent
}

async function eventsOf(...topics: Topic[]) {
  const events = []
  for await (const event of openLiveStream(topics, new AbortController().signal)) events.push(event)
  return events
}

it('sends the topics by kind, with the token of the session', async () => {
  const sent = stubStream([])
  await eventsOf('project:1', 'order:2', 'reload:3', 'project:4')

  const body = { projectIds: ['1', '4'], orderIds: ['2'], reloadIds: ['3'] }
  expect(sent).toEqual([{ url: '/gateway/global/live', body, token: 'Bearer secret' }])
})

it('sends the key of a payment link in the body, not in the address', async () => {
  const sent = stubStream([])
  await eventsOf('link:key')
  expect(sent).toMatchObject([{ url: '/gateway/global/live/link', body: { key: 'key' } }])
})

it('reads events and heartbeats however the network cuts them', async () => {
  stubStream(['data: {"topic":null,"rev', 'ision":null}\n\n:\n', '\ndata: {"topic":"order:2","revision":null}\n\n'])
  expect(await eventsOf('order:2')).toEqual([
    { topic: null, revision: null },
    undefined,
    { topic: 'order:2', revision: null },
  ])
})

it('asks for nothing without a session', async () => {
  session.clear()
  const sent = stubStream([])
  await expect(eventsOf('project:1')).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([])
})

it('throws if the server refuses', async () => {
  stubStream(['{"code":"BUSY"}'], 503)
  await expect(eventsOf('order:2')).rejects.toThrow()
})
