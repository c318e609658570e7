import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { data, stubGateway } from '#lib/testing/gateway-stub.ts'
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

  it('offers the sign-up too', async () => {
    stubGateway({})
    await renderScreen(QuoteScreen, '/quote/42')
    await userEvent.setup().click(await screen.findByRole('radio', { name: 'Sign up' }))
    expect(await screen.findByRole('radio', { name: 'A company' })).toBeTruthy()
  })
})
