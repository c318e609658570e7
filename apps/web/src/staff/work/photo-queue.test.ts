import type { RunView } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import type { PhotoFiles } from './photo-files.ts'
import { lostPhoto, PhotoQueue, type QueuedPhoto, type SendPhoto } from './photo-queue.ts'
import { photosKey } from './stored-work.ts'

const ada = 'ada'
const step = { kind: 'step', stepId: 'step' } as const
const offline = () => new ApiError({ code: 'NETWORK', status: 0, message: '' })
const picture = (text: string) => new Blob([text], { type: 'image/jpeg' })

/** The database of one tablet, without a browser. */
function someFiles() {
  const files = new Map<string, Blob>()
  const store: PhotoFiles = {
    put: async (key, file) => void files.set(key, file),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
    keepOnly: async (keys) => {
      for (const key of files.keys()) if (!keys.includes(key)) files.delete(key)
    },
  }
  return { files, store }
}

/** A tablet whose server can be switched off, and that records what arrives. */
function aTablet(storage = memoryStorage(), { files, store } = someFiles()) {
  const arrived = new Map<string, string>()
  const server = { isAway: false, losesAnswer: false, refuse: (_photo: QueuedPhoto): Error | null => null }
  const reports = { wait: false }
  const send: SendPhoto = async (photo, file) => {
    if (server.isAway) throw offline()
    const refusal = server.refuse(photo)
    if (refusal) throw refusal
    arrived.set(photo.key, await file.text())
    if (server.losesAnswer) throw offline()
    return { run: {} as RunView }
  }
  const queue = new PhotoQueue({ storage, files: store, send, mustWait: () => reports.wait })
  return { queue, arrived, server, reports, storage, files, store }
}

describe('the photos of an operator', () => {
  it('wait while offline, and arrive in the sequence in which they were taken', async () => {
    const { queue, arrived, server, files } = aTablet()
    server.isAway = true
    for (const text of ['first', 'second', 'third']) await queue.add(ada, 'F100001', step, picture(text))
    await queue.flush(ada)
    expect([queue.store.get().length, arrived.size]).toEqual([3, 0])

    server.isAway = false
    await queue.flush(ada)
    expect([...arrived.values()]).toEqual(['first', 'second', 'third'])
    expect(queue.store.get()).toEqual([])
    expect(files.size).toBe(0)
  })

  it('survive a reload with their keys, so that a repeat is stored once', async () => {
    const first = aTablet()
    first.server.losesAnswer = true
    await first.queue.add(ada, 'F100001', step, picture('face'))
    await first.queue.flush(ada)
    const [key] = first.arrived.keys()

    const second = aTablet(first.storage, first)
    expect(second.queue.store.get().map((photo) => photo.key)).toEqual([key])
    await second.queue.flush(ada)
    expect([...second.arrived]).toEqual([[key, 'face']])
  })

  it('say which one is being sent, because it can no longer be taken back', async () => {
    const { queue, server } = aTablet()
    let sending: string | null = null
    server.refuse = () => {
      sending = queue.sending.get()
      return null
    }
    await queue.add(ada, 'F100001', step, picture('face'))
    const [photo] = queue.store.get()
    await queue.flush(ada)
    expect([sending, queue.sending.get()]).toEqual([photo?.key, null])
  })

  it('wait if the browser cannot read them for a moment, and are not lost', async () => {
    const { queue, arrived, store } = aTablet()
    await queue.add(ada, 'F100001', step, picture('face'))
    const read = store.get
    store.get = () => Promise.reject(new Error('the database is closed'))
    await queue.flush(ada)
    expect(queue.store.get()).toMatchObject([{ refusal: null }])

    store.get = read
    await queue.flush(ada)
    expect([...arrived.values()]).toEqual(['face'])
  })

  it('wait for the reports of their run', async () => {
    const { queue, arrived, reports } = aTablet()
    reports.wait = true
    await queue.add(ada, 'F100001', step, picture('face'))
    await queue.flush(ada)
    expect(arrived.size).toBe(0)

    reports.wait = false
    await queue.flush(ada)
    expect(arrived.size).toBe(1)
  })

  it('do not wait behind a refused one, which stays with its reason until it is removed', async () => {
    const { queue, arrived, server, files } = aTablet()
    await queue.add(ada, 'F100001', step, picture('refused'))
    const [{ key = '' } = {}] = queue.store.get()
    server.refuse = (photo) =>
      photo.key === key ? new ApiError({ code: 'STEP_PHOTOS', status: 409, message: 'A step has 20 photos.' }) : null
    await queue.add(ada, 'F100001', step, picture('accepted'))
    await queue.flush(ada)

    expect([...arrived.values()]).toEqual(['accepted'])
    expect(queue.store.get()).toMatchObject([{ key, refusal: 'A step has 20 photos.' }])
    queue.discard(key)
    expect(queue.store.get()).toEqual([])
    expect(files.size).toBe(0)
  })

  it('are sent with the account of the person who took them', async () => {
    const { queue, arrived } = aTablet()
    await queue.add('noe', 'F100001', step, picture('of Noé'))
    await queue.flush(ada)
    expect(arrived.size).toBe(0)
    await queue.flush('noe')
    expect(arrived.size).toBe(1)
  })

  it('are refused if the browser has lost their bytes, and do not block others', async () => {
    const { queue, arrived, files } = aTablet()
    await queue.add(ada, 'F100001', step, picture('lost'))
    files.clear()
    await queue.add(ada, 'F100001', step, picture('kept'))
    await queue.flush(ada)
    expect(queue.store.get()).toMatchObject([{ refusal: lostPhoto }])
    expect([...arrived.values()]).toEqual(['kept'])
  })

  it('leave no bytes behind that no entry names', async () => {
    const { queue, files, store, storage } = aTablet()
    await store.put('orphan', picture('x'))
    await queue.flush(ada)
    expect(files.size).toBe(0)
    expect(storage.get(photosKey)).toBeNull()
  })
})
