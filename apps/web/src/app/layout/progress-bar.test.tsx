import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { adaProfile, data, stubGateway } from '#lib/testing/gateway-stub.ts'

const me = 'GET /global/account/me'
const running = () => screen.queryByRole('progressbar', { name: 'Loading the page' })

/** A gateway whose answer the reload screen waits for until `release` is called. */
function slowGateway() {
  let release = () => {}
  stubGateway({
    [me]: () =>
      new Promise((resolve) => {
        release = () => resolve(data(me, { ...adaProfile, isRecharge: true }))
      }),
  })

  return { release: () => release() }
}

describe('the progress bar (spec 2)', () => {
  it('runs from the start of a navigation until the new screen is rendered', async () => {
    const gateway = slowGateway()
    const { router } = await renderApp('/quote', { token: 'real' })
    await waitFor(() => expect(running()).toBeNull())

    for (const _round of [1, 2]) {
      const arrival = router.navigate({ to: '/user/account/balance/reload' })
      await waitFor(() => expect(running()).not.toBeNull())
      gateway.release()
      await arrival
      await waitFor(() => expect(running()).toBeNull())
      await router.navigate({ to: '/quote' })
      await waitFor(() => expect(running()).toBeNull())
    }
  })
})
