import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { newId } from '#lib/new-id.ts'
import { ConclusionQueue, type QueuedConclusion } from './conclusion-queue.ts'
import { memoryStorage } from './memory-storage.fixture.ts'

const ada = 'ada'
const code = 'F100001'

const aConclusion = (round = 1) => ({
  key: newId(),
  round,
  rework: 0,
  scrap: 0,
  backToStepId: null,
  reason: null,
  note: '',
})

/** A queue whose server receives everything and whose answers can be lost on their way. */
function aQueue({
  storage = memoryStorage(),
  answers = 'lost' as 'lost' | 'refused',
  mustWait = (): boolean => false,
} = {}) {
  const arrived: QueuedConclusion[] = []
  const send = (conclusion: QueuedConclusion): Promise<never> => {
    arrived.push(conclusion)
    const error = answers === 'lost' ? { code: 'NETWORK', status: 0 } : { code: 'INSPECTION_INCOMPLETE', status: 409 }
    return Promise.reject(new ApiError({ ...error, message: 'No' } as ConstructorParameters<typeof ApiError>[0]))
  }
  return { queue: new ConclusionQueue({ storage, send, mustWait }), arrived, storage }
}

describe('the conclusions of an inspector', () => {
  it('a conclusion is sent again under the same key after a lost answer and a reload', async () => {
    const first = aQueue()
    const conclusion = aConclusion()
    await first.queue.put(ada, code, conclusion)

    const second = aQueue({ storage: first.storage })
    await second.queue.flush(ada)
    expect([...first.arrived, ...second.arrived].map(({ body }) => body)).toEqual([conclusion, conclusion])
  })

  it('a conclusion stays here while values of the inspection are not sent', async () => {
    let mustWait = true
    const { queue, arrived } = aQueue({ mustWait: () => mustWait })
    await queue.put(ada, code, aConclusion())
    expect(arrived).toEqual([])

    mustWait = false
    await queue.flush(ada)
    expect(arrived).toHaveLength(1)
  })

  it('a conclusion is not sent by a colleague who uses the same tablet', async () => {
    const first = aQueue()
    await first.queue.put(ada, code, aConclusion())
    const second = aQueue({ storage: first.storage })
    await second.queue.flush('grace')
    expect(second.arrived).toEqual([])
  })

  it('a conclusion replaces a refused one of the same inspection only', async () => {
    const { queue } = aQueue({ answers: 'refused' })
    await queue.put(ada, code, aConclusion())
    const again = aConclusion()
    await queue.put(ada, code, again)
    await queue.put(ada, code, aConclusion(2))
    expect(queue.store.get().map(({ body: { round } }) => round)).toEqual([1, 2])
    expect(queue.store.get()[0]).toMatchObject({ key: again.key, refusal: 'No' })
  })

  it('a conclusion of a colleague for the same inspection stays and is sent', async () => {
    const first = aQueue()
    await first.queue.put(ada, code, aConclusion())
    await first.queue.put('grace', code, aConclusion())
    expect(first.queue.store.get().map(({ memberId }) => memberId)).toEqual([ada, 'grace'])

    const second = aQueue({ storage: first.storage })
    await second.queue.flush(ada)
    expect(second.arrived.map(({ memberId }) => memberId)).toEqual([ada])
  })

  it('a conclusion that still waits is not replaced', async () => {
    const { queue } = aQueue()
    const waiting = aConclusion()
    await queue.put(ada, code, waiting)
    await queue.put(ada, code, aConclusion())
    expect(queue.store.get()[0]?.key).toBe(waiting.key)
  })
})
