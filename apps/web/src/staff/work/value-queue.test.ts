import type { RunInspections } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { type QueuedValue, type SendValue, ValueQueue } from './value-queue.ts'

const ada = 'ada'
const length = { code: 'F100001', round: 1, characteristic: 'size-length', piece: 1 }
const offline = () => new ApiError({ code: 'NETWORK', status: 0, message: '' })
const answer: RunInspections = { current: null, concluded: [] }

function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** A queue whose server can be switched off, and that records what arrives. */
function aQueue(storage = memoryStorage()) {
  const sent: QueuedValue[] = []
  const server = { isAway: false, refusal: null as ApiError | null, onSend: () => {} }
  const send: SendValue = async (value) => {
    if (server.isAway) throw offline()
    server.onSend()
    if (server.refusal) throw server.refusal
    sent.push(value)
    return answer
  }
  return { queue: new ValueQueue({ storage, send }), sent, server, storage }
}

describe('the values of an inspector', () => {
  it('are sent at once with a network, and name the value they correct', async () => {
    const { queue, sent } = aQueue()
    await queue.put(ada, length, { valueMm: 99.9 }, 'seen')
    expect(sent).toMatchObject([{ valueMm: 99.9, corrects: 'seen' }])
    expect(queue.store.get()).toEqual([])
  })

  it('survive a lost network and a reload with their keys', async () => {
    const first = aQueue()
    first.server.isAway = true
    await first.queue.put(ada, length, { valueMm: 99.9 }, null)
    const [waiting] = first.queue.store.get()

    const second = aQueue(first.storage)
    expect(second.queue.store.get()).toEqual([waiting])
    await second.queue.flush(ada)
    expect(second.sent.map(({ key }) => key)).toEqual([waiting?.key])
  })

  it('replace one that was not sent, and still correct what was seen first', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.put(ada, length, { valueMm: 9.9 }, 'seen')
    await queue.put(ada, length, { valueMm: 99.9 }, 'seen')
    server.isAway = false
    await queue.flush(ada)
    expect(sent).toMatchObject([{ valueMm: 99.9, corrects: 'seen' }])
  })

  it('correct one that was being sent while they were typed', async () => {
    const { queue, sent, server } = aQueue()
    server.onSend = () => {
      server.onSend = () => {}
      void queue.put(ada, length, { valueMm: 100.1 }, null)
    }
    await queue.put(ada, length, { valueMm: 99.9 }, null)
    expect(sent.map(({ valueMm }) => valueMm)).toEqual([99.9, 100.1])
    expect(sent[1]?.corrects).toBe(sent[0]?.key)
  })

  it('stay with the reason if the server refuses one, until another is typed', async () => {
    const { queue, sent, server } = aQueue()
    server.refusal = new ApiError({ code: 'INSPECTION_VALUE_RECORDED', status: 409, message: 'Noé recorded it' })
    await queue.put(ada, length, { valueMm: 99.9 }, null)
    expect(queue.store.get()).toMatchObject([{ refusal: 'Noé recorded it' }])

    server.refusal = null
    await queue.put(ada, length, { valueMm: 99.8 }, 'of Noé')
    expect(sent).toMatchObject([{ valueMm: 99.8, corrects: 'of Noé' }])
    expect(queue.store.get()).toEqual([])
  })

  it('are not sent under the name of a colleague', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.put(ada, length, { isGood: true }, null)
    server.isAway = false
    await queue.flush('grace')
    expect(sent).toEqual([])
    expect(queue.store.get()).toHaveLength(1)
  })
})
