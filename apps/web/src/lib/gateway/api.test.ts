import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { data, refusal, stubGateway, stubSilentGateway } from '#lib/testing/gateway-stub.ts'
import { api, apiBytes, onApiFailure } from './api.ts'

const general = 'GET /global/common/index'
const quick = 'GET /global/account/quick'

beforeEach(() => session.clear())

describe('the Authorization header (spec 7)', () => {
  const sent = async () => {
    const gateway = stubGateway({})
    await api(general, {})
    return gateway.to(general)[0]?.token
  }

  it('carries the token of a signed-in customer', async () => {
    session.store({ accessToken: 'real' })
    expect(await sent()).toBe('Bearer real')
  })

  it('carries the temporary token when there is no other', async () => {
    session.storeTemporary({ accessToken: 'visitor' })
    expect(await sent()).toBe('Bearer visitor')
  })

  it('prefers the token to the temporary one', async () => {
    session.storeTemporary({ accessToken: 'visitor' })
    session.store({ accessToken: 'real' })
    expect(await sent()).toBe('Bearer real')
  })

  it('is absent without either', async () => {
    expect(await sent()).toBeNull()
  })
})

it('sends calls to /gateway (spec 7)', async () => {
  stubGateway({ [quick]: () => data(quick, []) })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await api(quick, {})
  expect(String(fetched.mock.calls[0]?.[0])).toBe('/gateway/global/account/quick')
})

describe('a call that answers bytes', () => {
  const mesh = 'GET /global/project/{projectId}/line/{lineId}/mesh'
  const input = { params: { projectId: 'p', lineId: 'l' } }

  it('returns the bytes unchanged', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array([0, 255, 10])))
    expect([...(await apiBytes(mesh, input))]).toEqual([0, 255, 10])
  })

  it('throws the refusal like any other call', async () => {
    stubGateway({ [mesh]: () => refusal('NOT_FOUND', 'Nothing here.') })
    await expect(apiBytes(mesh, input)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Nothing here.' })
  })
})

describe('a refused token (spec 8)', () => {
  const told = vi.fn()
  beforeEach(() => {
    told.mockClear()
    onApiFailure(told)
    session.store({ accessToken: 'old' })
  })
  afterEach(() => onApiFailure(() => {}))

  it('ends the session of the customer', async () => {
    stubGateway({ [quick]: () => refusal('UNAUTHENTICATED', 'Log in again.') })
    await expect(api(quick, {})).rejects.toMatchObject({ status: 401 })
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('keeps the session of a sign-in during the call', async () => {
    stubGateway({
      [quick]: () => {
        session.store({ accessToken: 'new' })
        return refusal('UNAUTHENTICATED', 'Log in again.')
      },
    })

    await expect(api(quick, {})).rejects.toMatchObject({ status: 401 })
    expect(told).not.toHaveBeenCalled()
  })
})

describe('a server that does not answer (spec 7 and 9)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // The platform's timer of the signal ignores fake timers; this one obeys them.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
      return controller.signal
    })
    stubSilentGateway()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    onApiFailure(() => {})
  })

  it('times out after 20,000 ms and reports the failure to the app', async () => {
    const told = vi.fn()
    onApiFailure(({ code, status }) => told({ code, status }))

    const call = expect(api(general, {})).rejects.toMatchObject({ code: 'TIMEOUT', status: 0 })
    await vi.advanceTimersByTimeAsync(19_999)

    expect(told).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(1)
    await call

    expect(told.mock.calls).toEqual([[{ code: 'TIMEOUT', status: 0 }]])
  })

  it('reports no failure when the screen aborted the call', async () => {
    const told = vi.fn()
    onApiFailure(told)
    const leaving = new AbortController()
    const call = expect(api(general, {}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    leaving.abort()
    await call
    expect(told).not.toHaveBeenCalled()
  })
})
