import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { AuthDialog } from './auth-dialog.tsx'

const login = 'POST /global/account/login'

function QuoteScreen() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <input aria-label="Comment" defaultValue="half-written" />
      <AuthDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

afterEach(() => vi.unstubAllGlobals())

describe('the auth dialog', () => {
  it('logs in, closes and leaves the page unchanged', async () => {
    stubGateway({ [login]: () => data(login, { accessToken: 'real-token', expiresIn: 60 }) })

    const { place } = await renderScreen(QuoteScreen, '/quote/42')
    await enterText('E-mail', 'ada@example.com')
    await enterText('Password', 'lovelace-1843')
    await press('Log in')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(session.token()).toBe('real-token')
    expect(place()).toBe('/quote/42')
    expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'half-written')
  })

  it('offers a recovery code instead of the passkey, not after it', async () => {
    vi.stubGlobal('PublicKeyCredential', class {})
    stubGateway({ [login]: () => data(login, { secondFactor: { methods: ['passkey'], expiresIn: 600 } }) })

    await renderScreen(QuoteScreen, '/quote/42')
    await enterText('E-mail', 'ada@example.com')
    await enterText('Password', 'lovelace-1843')
    await press('Log in')

    const step = await screen.findByRole('form', { name: 'Second step' })
    expect(step.textContent).toMatch(/Use a passkey\s*or\s*Enter one of your recovery codes/)
  })

  it('asks for the second factor in place, and for the password again if the login has expired', async () => {
    const second = 'POST /global/account/login/secondFactor'
    let isExpired = true
    const gateway = stubGateway({
      [login]: () => data(login, { secondFactor: { methods: ['app'], expiresIn: 600 } }),
      [second]: () => {
        if (isExpired) return refusal('LOGIN_EXPIRED', 'This login took too long.')
        return data(second, { accessToken: 'real-token', expiresIn: 60 })
      },
    })
    const fillIn = async () => {
      await enterText('E-mail', 'ada@example.com')
      await enterText('Password', 'lovelace-1843')
      await press('Log in')
    }

    const { place } = await renderScreen(QuoteScreen, '/quote/42')
    await fillIn()
    await enterText('Code of the app', '123456')
    await press('Confirm')
    expect(await screen.findByText('This login took too long.')).toBeTruthy()
    expect(session.token()).toBeNull()

    isExpired = false
    await press('Back to log in')
    await fillIn()
    await screen.findByLabelText('Code of the app')
    await press('Use a recovery code')
    await enterText('Recovery code', 'abcde-fghjk')
    await press('Confirm')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(gateway.to(second).at(-1)?.body).toEqual({ code: 'ABCDEFGHJK' })
    expect(session.token()).toBe('real-token')
    expect(place()).toBe('/quote/42')
    expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'half-written')
  })

  it('offers the sign-up too', async () => {
    stubGateway({})
    await renderScreen(QuoteScreen, '/quote/42')
    await userEvent.setup().click(await screen.findByRole('radio', { name: 'Sign up' }))
    expect(await screen.findByRole('radio', { name: 'A company' })).toBeTruthy()
  })
})
