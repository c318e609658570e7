import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { rememberReferralLink } from '#lib/referral-code.ts'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { QuickCallbackPage } from './quick-callback.page.tsx'

const callback = 'POST /global/account/quick/callback'

const Twice = () => (
  <StrictMode>
    <QuickCallbackPage />
  </StrictMode>
)

const open = () => renderScreen(Twice, '/quick-callback/$channel', '/quick-callback/acme?code=007&state=s1')

describe('back from a third party', () => {
  it('sends the parameters to the server once and returns to where the sign-in began', async () => {
    const gateway = stubGateway({
      [callback]: () =>
        data(callback, { accessToken: 'real-token', expiresIn: 60, linked: false, redirect: '/quote/42' }),
    })
    const { place } = await open()
    await waitFor(() => expect(place()).toBe('/quote/42'))

    expect(session.token()).toBe('real-token')
    expect(gateway.to(callback).map((call) => call.body)).toEqual([{ channel: 'acme', search: '?code=007&state=s1' }])
  })

  it('sends the code of a referral link along', async () => {
    rememberReferralLink('?ref=Zoe123')
    const gateway = stubGateway({
      [callback]: () => data(callback, { accessToken: 'real-token', expiresIn: 60, linked: false, redirect: '/' }),
    })
    await open()
    await waitFor(() => expect(gateway.to(callback)[0]?.body).toMatchObject({ referralCode: 'Zoe123' }))
    sessionStorage.clear()
  })

  it('asks for the second factor before it goes on', async () => {
    const second = 'POST /global/account/login/secondFactor'
    stubGateway({
      [callback]: () =>
        data(callback, { secondFactor: { methods: ['app'], expiresIn: 600 }, linked: false, redirect: '/checkout' }),
      [second]: () => data(second, { accessToken: 'real-token', expiresIn: 60 }),
    })
    const { place } = await open()
    await enterText('Code of the app', '123456')
    expect(session.token()).toBeNull()

    await press('Confirm')
    await waitFor(() => expect(place()).toBe('/checkout'))
    expect(session.token()).toBe('real-token')
  })

  it('shows why the sign-in failed and links back', async () => {
    stubGateway({ [callback]: () => refusal('SIGN_IN_REFUSED', 'The third party said no.') })
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('The third party said no.')
    expect(screen.getByRole('link', { name: 'Back to log in' }).getAttribute('href')).toBe('/manufacture/login')
    expect(session.token()).toBeNull()
  })
})
