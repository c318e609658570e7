import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { toasts } from '#lib/toast.ts'

// Before the imports: a tab knows from its start whether it shows a look.
vi.hoisted(() => {
  const look = { customerId: '1', customer: 'Ada', member: 'Grace', until: '2099-01-01T00:00:00.000Z' }
  window.sessionStorage.setItem('look.about', JSON.stringify(look))
})

afterEach(() => void vi.useRealTimers())

const me = 'GET /global/account/me'
const views = 'GET /global/account/view'

it('says within seconds that the customer has ended a look, and does not ask staff to log in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isEnded = false
  stubGateway({
    [me]: () => data(me, adaProfile),
    [views]: () => (isEnded ? refusal('UNAUTHENTICATED', 'Log in to continue.') : data(views, { views: [] })),
  })
  const { place } = await renderApp('/user/account/profile', { token: 'look-token' })
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  await screen.findByRole('region', { name: 'Customer’s view' })

  isEnded = true
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect((await screen.findByRole('alert')).textContent).toContain('Access has ended')
  expect(screen.getByRole('link', { name: 'Back to the customer’s page' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Profile' })).toBeNull()
  expect([place(), toasts.get()]).toEqual(['/user/account/profile', []])
})
