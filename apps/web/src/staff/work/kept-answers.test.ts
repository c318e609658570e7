import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { AnswerStore, KeptAnswer } from './answer-store.ts'
import { KeptAnswers } from './kept-answers.ts'

const hourMs = 3_600_000
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The database of one tablet. */
function memoryStore() {
  const answers = new Map<string, KeptAnswer>()
  const pruned: [number, number][] = []
  const store: AnswerStore = {
    put: async (hash, answer) => void answers.set(hash, answer),
    get: async (hash) => answers.get(hash) ?? null,
    prune: async (from, maxBytes) => void pruned.push([from, maxBytes]),
  }
  return { answers, pruned, store }
}

/** The app after a load of the page. */
function openTablet(store: AnswerStore, { isSignedIn = (): boolean => true, now = Date.now } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } })
  ends.push(new KeptAnswers(client, { store, isSignedIn, now }).start())
  return client
}

const me = ['staff', 'me']
const run = ['staff', 'run', 'F100001']

const answer = (queryKey: readonly string[], data: unknown) => ({ queryKey, queryFn: async () => data })
const failure = (code: ApiError['code'], status = 0) => {
  throw new ApiError({ code, status, message: '' })
}
const refused = (queryKey: readonly string[], code: ApiError['code'], status = 0) => ({
  queryKey,
  queryFn: async () => failure(code, status),
})

/** The store answers within microtasks. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

async function ask(client: QueryClient, options: Parameters<QueryClient['fetchQuery']>[0]) {
  await client.fetchQuery(options).catch(() => undefined)
  await settled()
}

describe('what the work station keeps for a reload', () => {
  it.each(['NETWORK', 'TIMEOUT'] as const)('takes the place of a session and a run that fail with %s', async (code) => {
    const { store } = memoryStore()
    const before = openTablet(store)
    await ask(before, answer(me, { name: 'Grace' }))
    await ask(before, answer(run, { code: 'F100001' }))

    const after = openTablet(store)
    await ask(after, refused(me, code))
    await ask(after, refused(run, code))
    expect(after.getQueryData(me)).toEqual({ name: 'Grace' })
    expect(after.getQueryData(run)).toEqual({ code: 'F100001' })
    expect(after.getQueryState(run)?.dataUpdatedAt).toBe(before.getQueryState(run)?.dataUpdatedAt)
  })

  it('takes the place of answers while a proxy has no server', async () => {
    const { store } = memoryStore()
    await ask(openTablet(store), answer(me, { name: 'Grace' }))

    const after = openTablet(store)
    await ask(after, refused(me, 'UNEXPECTED', 502))
    expect(after.getQueryData(me)).toEqual({ name: 'Grace' })
  })

  it.each([
    ['UNEXPECTED', 500],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['BUSY', 503],
  ] as const)('does not take the place of an answer of the server: %s', async (code, status) => {
    const { store } = memoryStore()
    await ask(openTablet(store), answer(me, { name: 'Grace' }))

    const after = openTablet(store)
    await ask(after, refused(me, code, status))
    expect(after.getQueryData(me)).toBeUndefined()
  })

  it('includes what the answer to a report has changed', async () => {
    const { store } = memoryStore()
    const before = openTablet(store)
    await ask(before, answer(run, { state: 'ready' }))
    before.setQueryData(run, { state: 'running' })

    const after = openTablet(store)
    await ask(after, refused(run, 'NETWORK'))
    expect(after.getQueryData(run)).toEqual({ state: 'running' })
  })

  it('is read again as soon as the server answers anything', async () => {
    const { store } = memoryStore()
    await ask(openTablet(store), answer(me, { name: 'Grace' }))

    const after = openTablet(store)
    const asked = vi.fn(async (): Promise<unknown> => ({ name: 'Grace Hopper' }))
    asked.mockImplementationOnce(async () => failure('NETWORK'))
    const observer = new QueryObserver(after, { queryKey: me, queryFn: asked, staleTime: Number.POSITIVE_INFINITY })
    ends.push(observer.subscribe(() => {}))
    await vi.waitFor(() => expect(after.getQueryData(me)).toEqual({ name: 'Grace' }))
    expect(asked).toHaveBeenCalledTimes(1)

    await ask(after, answer(run, { code: 'F100001' }))
    await vi.waitFor(() => expect(after.getQueryData(me)).toEqual({ name: 'Grace Hopper' }))
  })

  it('is not shown, and nothing is kept, without a session', async () => {
    const { store, answers } = memoryStore()
    await ask(openTablet(store), answer(me, { name: 'Grace' }))
    answers.delete(JSON.stringify(run))

    const after = openTablet(store, { isSignedIn: () => false })
    await ask(after, refused(me, 'NETWORK'))
    await ask(after, answer(run, { code: 'F100001' }))
    expect(after.getQueryData(me)).toBeUndefined()
    expect([...answers.keys()]).toEqual([JSON.stringify(me)])
  })

  it('ends with the shift', async () => {
    const { store, pruned } = memoryStore()
    await ask(openTablet(store), answer(me, { name: 'Grace' }))

    const now = () => Date.now() + 13 * hourMs
    const after = openTablet(store, { now })
    await ask(after, refused(me, 'NETWORK'))
    expect(after.getQueryData(me)).toBeUndefined()

    await ask(after, answer(['staff', 'next-steps', 'milling'], []))
    expect(pruned).toHaveLength(1)
    expect(pruned[0]?.[0]).toBeGreaterThan(Date.now())
  })

  it('includes trays, but not what their failure would do', async () => {
    const { store, answers } = memoryStore()
    const client = openTablet(store)
    await ask(client, answer(['staff', 'next-trays', 'printing-fdm'], []))
    await ask(client, answer(['staff', 'tray', 'view', 'T100001'], { code: 'T100001' }))
    await ask(client, answer(['staff', 'tray', 'failure', 'T100001'], []))
    expect([...answers.keys()].map((hash) => JSON.parse(hash).at(-2))).toEqual(['next-trays', 'view'])
  })

  it('has the models and drawings that are shown, with their sizes, and nothing of other screens', async () => {
    const { store, answers } = memoryStore()
    const model = ['staff', 'mesh', 'run F100001']
    const drawing = ['staff', 'drawing', 'plan']
    const before = openTablet(store)
    await ask(before, answer(model, { positions: new Float32Array(9), indices: new Uint32Array(3) }))
    await ask(before, answer(drawing, new Blob(['%PDF-1.7'])))
    await ask(before, answer(['staff', 'list', 'orders'], { rows: [] }))
    await ask(before, answer(['general'], { brand: {} }))
    expect([...answers].map(([hash, { bytes }]) => [hash, bytes])).toEqual([
      [JSON.stringify(model), 48],
      [JSON.stringify(drawing), 8],
    ])

    const after = openTablet(store)
    await ask(after, refused(model, 'NETWORK'))
    expect(after.getQueryData(model)).toBeUndefined()
    ends.push(new QueryObserver(after, refused(model, 'NETWORK')).subscribe(() => {}))
    await vi.waitFor(() => expect(after.getQueryData(model)).toMatchObject({ indices: new Uint32Array(3) }))
  })
})
