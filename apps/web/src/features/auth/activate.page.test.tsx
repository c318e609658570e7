import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ActivatePage } from './activate.page.tsx'

const activate = 'POST /global/account/activate'
const setPassword = 'PATCH /global/account/password'
const granted = (choosePassword: boolean) => () =>
  data(activate, { accessToken: 'first-token', expiresIn: 60, choosePassword })

const open = () => renderScreen(ActivatePage, '/activate', '/activate#key=secret-key')
const activateAccount = () => press('Activate my account')

describe('activation', () => {
  it('does not activate without a press, and removes the key from the address (AUT-4)', async () => {
    const gateway = stubGateway({})
    await open()
    await screen.findByRole('button', { name: 'Activate my account' })
    await waitFor(() => expect(window.location.href).not.toContain('secret-key'))
    expect(gateway.to(activate)).toHaveLength(0)
  })

  it('signs in and continues after a press', async () => {
    const gateway = stubGateway({ [activate]: granted(false) })
    const { place } = await open()
    await activateAccount()
    await waitFor(() => expect(place()).toBe('/user/home'))
    expect(gateway.to(activate)[0]?.body).toEqual({ key: 'secret-key' })
    expect(session.token()).toBe('first-token')
  })

  it('asks for a new password first if the server requires it (AUT-5)', async () => {
    const gateway = stubGateway({
      [activate]: granted(true),
      [setPassword]: () => data(setPassword, { accessToken: 'second-token', expiresIn: 60 }),
    })
    const { place } = await open()
    await activateAccount()

    await enterText('New password', 'lovelace-1843')
    await enterText('Confirm password', 'lovelace-1843')

    expect(place()).toBe('/activate')

    await press('Save the password')
    await waitFor(() => expect(place()).toBe('/user/home'))

    expect(gateway.to(setPassword)[0]).toMatchObject({
      token: 'Bearer first-token',
      body: { password: 'lovelace-1843', confirmPassword: 'lovelace-1843' },
    })
    expect(session.token()).toBe('second-token')
  })

  it('explains a used key and offers a new one', async () => {
    stubGateway({ [activate]: () => refusal('KEY_INVALID', 'This key is not valid.') })
    await open()
    await activateAccount()
    expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works')
    expect(await screen.findByRole('button', { name: 'Send the e-mail' })).toBeTruthy()
  })

  it('explains a link without a key', async () => {
    stubGateway({})
    await renderScreen(ActivatePage, '/activate')
    expect((await screen.findByRole('alert')).textContent).toContain('The link is not complete')
  })
})
