import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keptScroll, storePlaces } from '#lib/kept-scroll.ts'
import { adaProfile, data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderApp } from './render-app.fixture.tsx'
import { scrollTarget, startScrolling } from './scroll.ts'

it('scrolls to the hash, 100 px below the top (spec 2)', () => {
  expect(scrollTarget({ hashTop: 640, savedTop: 12, reducedMotion: false })).toEqual({ top: 540, behavior: 'smooth' })
  expect(scrollTarget({ hashTop: 40, reducedMotion: false }).top).toBe(0)
})

it('restores the saved position at once if there is no hash', () => {
  expect(scrollTarget({ savedTop: 320, reducedMotion: false })).toEqual({ top: 320, behavior: 'instant' })
})

it('scrolls smoothly to the top without hash or saved position, unless motion is reduced', () => {
  expect(scrollTarget({ reducedMotion: false })).toEqual({ top: 0, behavior: 'smooth' })
  expect(scrollTarget({ reducedMotion: true })).toEqual({ top: 0, behavior: 'instant' })
})

describe('a hash whose element appears after its page has loaded', () => {
  const me = 'GET /global/account/me'
  const exports = 'GET /global/account/export'
  const deletion = 'GET /global/account/deletion'

  /** Follows the advice of the deletion page to the data section of a profile that loads slowly. */
  async function openSlowProfile() {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, this.id === 'your-data' ? 2000 : 0)
    })

    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    stubGateway({
      [me]: async () => {
        await answered
        return data(me, adaProfile)
      },
      [exports]: () => data(exports, { latest: null }),
      [deletion]: () =>
        data(deletion, {
          email: 'ada@example.com',
          hasPassword: true,
          balanceMinor: 0,
          points: 0,
          obstacles: [],
          request: null,
        }),
    })

    const { router, place } = await renderApp('/account-delete', { token: 'real' })
    startScrolling(router)
    fireEvent.click(await screen.findByRole('link', { name: 'Export your data first' }))
    await waitFor(() => expect(place()).toContain('/user/account/profile#your-data'))
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' }))
    return { scrollTo, answer }
  }

  it('is scrolled to as soon as it appears', async () => {
    const { scrollTo, answer } = await openSlowProfile()
    answer()

    expect(await screen.findByRole('region', { name: 'Your data' })).toBeTruthy()
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith({ top: 1900, behavior: 'smooth' }))
  })

  it('leaves a visitor alone who scrolls meanwhile', async () => {
    const { scrollTo, answer } = await openSlowProfile()
    fireEvent.wheel(window)
    answer()

    expect(await screen.findByRole('region', { name: 'Your data' })).toBeTruthy()
    expect(scrollTo).not.toHaveBeenCalledWith({ top: 1900, behavior: 'smooth' })
  })
})

it('leaves the page where it is when only a part of it changes', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  const { router } = await renderApp('/materials')
  startScrolling(router)
  scrollTo.mockClear()

  await router.navigate({ to: '.', search: { technology: 'cnc' }, ...keptScroll })
  await router.navigate({ to: '.', search: { technology: 'cnc', compare: 'a' }, ...keptScroll })
  expect(scrollTo).not.toHaveBeenCalled()

  await router.navigate({ to: '.', search: {} })
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' }))
})

describe('the first page of a visit', () => {
  async function showFirstPage(savedTop?: number) {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    const { router } = await renderApp('/materials')
    const key = router.history.location.state.__TSR_key ?? 'first'
    if (savedTop !== undefined) storePlaces(new Map([[key, { top: savedTop }]]))
    startScrolling(router)
    scrollTo.mockClear()

    const { location } = router.state
    const change = { pathChanged: false, hrefChanged: false, hashChanged: false }
    router.emit({ type: 'onRendered', fromLocation: location, toLocation: location, ...change })
    return scrollTo
  }

  it('stays where the visitor has scrolled to while it loaded', async () => {
    expect(await showFirstPage()).not.toHaveBeenCalled()
  })

  it('returns to its position after a reload', async () => {
    expect(await showFirstPage(320)).toHaveBeenCalledWith({ top: 320, behavior: 'instant' })
  })

  it('reaches its position once its data have made it long enough', async () => {
    const observed: ResizeObserverCallback[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: ResizeObserverCallback) {
          observed.push(callback)
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )

    const scrollTo = await showFirstPage(6400)
    scrollTo.mockClear()
    const anyObserver = new ResizeObserver(() => {})
    for (const grow of observed) grow([], anyObserver)
    expect(scrollTo).toHaveBeenCalledWith({ top: 6400, behavior: 'instant' })
  })
})
