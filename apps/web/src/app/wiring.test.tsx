import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { session } from '#lib/gateway/session.ts'
import { generalData, refusal, stubGateway, stubSilentGateway } from '#lib/testing/gateway-stub.ts'
import { toasts } from '#lib/toast.ts'

afterEach(() => vi.restoreAllMocks())

describe('a call that times out (spec 8)', () => {
  it.each([
    ['en', 'System is busy, please try again later'],
    ['fr', 'Le système est occupé, veuillez réessayer plus tard'],
  ] as const)('says so in %s', async (language, words) => {
    const timeUp = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal)
    stubSilentGateway()
    await renderApp('/quote', { language })
    timeUp.abort(new DOMException('too late', 'TimeoutError'))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('an error that no screen handles', () => {
  it('is shown, with the assurance that nothing is lost', async () => {
    stubGateway({})
    await renderApp('/contact')
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('cannot read phoneCode') }))
    expect(await screen.findByText(/Something went wrong in this page/)).toBeTruthy()
  })

  it('is not shown for an aborted call or a notice without an exception', async () => {
    stubGateway({})
    await renderApp('/contact')
    toasts.set([])
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }))
    window.dispatchEvent(new ErrorEvent('error', { error: new DOMException('left the page', 'AbortError') }))
    expect(toasts.get()).toEqual([])
  })
})

describe('a first page with an invalid session (spec 8)', () => {
  const refused = () => refusal('UNAUTHENTICATED', '')

  it.each([
    '/user/home',
    '/user/account/profile',
    '/user/order/history?page=2',
    '/user/account/balance/reload',
    '/checkout',
  ])('%s leads to the login and back', async (path) => {
    stubGateway({
      'GET /global/common/index': () => generalData({}),
      'GET /global/account/me': refused,
      'GET /global/order': refused,
    })
    const { place } = await renderApp(path, { token: 'worthless' })

    await waitFor(() => expect(place()).toBe(`/login?redirect=${encodeURIComponent(path)}`))
    expect(await screen.findByText('Your session has ended. Log in to continue.')).toBeTruthy()
    expect(session.token()).toBeNull()
  })

  it('a public one stays open for a visitor', async () => {
    stubGateway({ 'GET /global/common/index': () => generalData({}) })
    const { place } = await renderApp('/contact', { token: 'worthless' })

    await waitFor(() => expect(session.token()).toBeNull())
    expect(place()).toBe('/contact')
  })
})

describe('another tab', () => {
  const tokenChange = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: '{"value":"real"}', newValue }))

  it('takes a private page to the login when it logs out', async () => {
    stubGateway({})
    const { place } = await renderApp('/user/account/profile', { token: 'real' })
    localStorage.removeItem('token')
    tokenChange(null)

    await waitFor(() => expect(place()).toBe(`/login?redirect=${encodeURIComponent('/user/account/profile')}`))
  })

  it('leaves a public page alone when it logs out', async () => {
    stubGateway({})
    const { place } = await renderApp('/contact', { token: 'real' })
    localStorage.removeItem('token')
    tokenChange(null)

    await waitFor(() => expect(session.token()).toBeNull())
    expect(place()).toBe('/contact')
  })
})
