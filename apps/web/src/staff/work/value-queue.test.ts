import type { RunInspections } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import { type QueuedValue, type SendValue, ValueQueue } from './value-queue.ts'

const ada = 'ada'
const length = { code: 'F100001', round: 1, characteristic: 'size-length', piece: 1 }
const offline = () => new ApiError({ code: 'NETWORK', status: 0, message: '' })
const answer: RunInspections = { current: null, concluded: [] }

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
  it('a value is sent at once while online, and names the value it corrects', async () => {
    const { queue, sent } = aQueue()
    await queue.put(ada, length, { valueMm: 99.9 }, 'seen')
    expect(sent).toMatchObject([{ valueMm: 99.9, corrects: 'seen' }])
    expect(queue.store.get()).toEqual([])
  })

  it('a value survives a lost network and a reload with its key', async () => {
    const first = aQueue()
    first.server.isAway = true
    await first.queue.put(ada, length, { valueMm: 99.9 }, null)
    const [waiting] = first.queue.store.get()

    const second = aQueue(first.storage)
    expect(second.queue.store.get()).toEqual([waiting])
    await second.queue.flush(ada)
    expect(second.sent.map(({ key }) => key)).toEqual([waiting?.key])
  })

  it('a newer value replaces one that was not sent, and still corrects what was seen first', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.put(ada, length, { valueMm: 9.9 }, 'seen')
    await queue.put(ada, length, { valueMm: 99.9 }, 'seen')
    server.isAway = false
    await queue.flush(ada)
    expect(sent).toMatchObject([{ valueMm: 99.9, corrects: 'seen' }])
  })

  it('a value corrects one that was being sent while it was typed', async () => {
    const { queue, sent, server } = aQueue()
    server.onSend = () => {
      server.onSend = () => {}
      void queue.put(ada, length, { valueMm: 100.1 }, null)
    }
    await queue.put(ada, length, { valueMm: 99.9 }, null)
    expect(sent.map(({ valueMm }) => valueMm)).toEqual([99.9, 100.1])
    expect(sent[1]?.corrects).toBe(sent[0]?.key)
  })

  it('a refused value stays with its reason until another is typed', async () => {
    const { queue, sent, server } = aQueue()
    server.refusal = new ApiError({ code: 'INSPECTION_VALUE_RECORDED', status: 409, message: 'Noé recorded it' })
    await queue.put(ada, length, { valueMm: 99.9 }, null)
    expect(queue.store.get()).toMatchObject([{ refusal: 'Noé recorded it' }])

    server.refusal = null
    await queue.put(ada, length, { valueMm: 99.8 }, 'of Noé')
    expect(sent).toMatchObject([{ valueMm: 99.8, corrects: 'of Noé' }])
    expect(queue.store.get()).toEqual([])
  })

  it('a value is not sent under the name of a colleague', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.put(ada, length, { isGood: true }, null)
    server.isAway = false
    await queue.flush('grace')
    expect(sent).toEqual([])
    expect(queue.store.get()).toHaveLength(1)
  })

  it('a value of a colleague for the same check stays, and both are sent by their own people', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.put(ada, length, { valueMm: 99.9 }, 'seen by Ada')
    await queue.put('grace', length, { valueMm: 100.1 }, 'seen by Grace')
    expect(queue.store.get()).toMatchObject([
      { memberId: ada, valueMm: 99.9, corrects: 'seen by Ada' },
      { memberId: 'grace', valueMm: 100.1, corrects: 'seen by Grace' },
    ])

    server.isAway = false
    await queue.flush(ada)
    await queue.flush('grace')
    // Grace never saw the value of Ada, so she cannot correct it: the server decides.
    expect(sent).toMatchObject([{ corrects: 'seen by Ada' }, { corrects: 'seen by Grace' }])
  })
})
