import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ResetPasswordPage } from './reset-password.page.tsx'

const resetSend = 'POST /global/account/password/resetSend'
const reset = 'PATCH /global/account/password/reset'

async function choosePassword() {
  await enterText('New password', 'lovelace-1843')
  await enterText('Confirm password', 'lovelace-1843')
  await press('Save the new password')
}

describe('reset password', () => {
  it('asks for the address, then says what happens if an account exists (AUT-1)', async () => {
    const gateway = stubGateway({ [resetSend]: () => data(resetSend, {}) })
    await renderScreen(ResetPasswordPage, '/reset-password')

    await enterText('E-mail', 'ada@example.com')
    await enterText('Digits in the picture', '12345')
    await press('Send the link')

    expect((await screen.findByRole('status')).textContent).toContain('If an account exists for ada@example.com')
    expect(gateway.to(resetSend)).toHaveLength(1)
  })

  it.each([
    ['en', 'Digits in the picture', 'I already have a verification code', 'Verification code'],
    ['fr', 'Chiffres de l’image', 'J’ai déjà un code de vérification', 'Code de vérification'],
  ] as const)('names picture and mailed code differently (%s)', async (language, picture, haveCode, mailed) => {
    stubGateway({})
    await renderScreen(ResetPasswordPage, '/reset-password', '/reset-password', { language })
    expect(await screen.findByLabelText(picture)).toBeTruthy()
    expect(screen.queryByLabelText(mailed)).toBeNull()

    await press(haveCode)
    expect(await screen.findByLabelText(mailed)).toBeTruthy()
    expect(screen.queryByLabelText(picture)).toBeNull()
  })

  it('takes the key from the link, out of the address bar, and leads to the login', async () => {
    const gateway = stubGateway({ [reset]: () => data(reset, {}) })
    const { place } = await renderScreen(ResetPasswordPage, '/reset-password', '/reset-password#key=k1')
    await screen.findByLabelText('New password')

    expect(window.location.hash).toBe('')
    expect(screen.queryByLabelText('Verification code')).toBeNull()

    await choosePassword()
    await waitFor(() => expect(place()).toBe('/login'))

    expect(gateway.to(reset)[0]?.body).toEqual({
      key: 'k1',
      password: 'lovelace-1843',
      confirmPassword: 'lovelace-1843',
      unlink: false,
    })
  })

  it('offers to unlink other services where there are some (B13)', async () => {
    const channels = 'GET /global/account/quick'
    const gateway = stubGateway({
      [reset]: () => data(reset, {}),
      [channels]: () => data(channels, [{ channel: 'one', name: 'One', linked: false }]),
    })
    await renderScreen(ResetPasswordPage, '/reset-password', '/reset-password#key=k1')

    await userEvent.click(await screen.findByRole('checkbox', { name: 'Unlink other services too' }))
    await choosePassword()
    await waitFor(() => expect(gateway.to(reset)[0]?.body).toMatchObject({ unlink: true }))
  })

  it('lets the code be pasted by hand', async () => {
    const gateway = stubGateway({ [reset]: () => data(reset, {}) })
    await renderScreen(ResetPasswordPage, '/reset-password')

    await press('I already have a verification code')
    await choosePassword()

    expect(await screen.findByText('Please enter the verification code.')).toBeTruthy()

    await enterText('Verification code', ' k2 ')
    await press('Save the new password')
    await waitFor(() => expect(gateway.to(reset)[0]?.body).toMatchObject({ key: 'k2' }))
  })

  it('explains a spent key and asks for another', async () => {
    stubGateway({ [reset]: () => refusal('KEY_INVALID', 'This key is not valid.') })
    await renderScreen(ResetPasswordPage, '/reset-password', '/reset-password#key=k1')
    await choosePassword()
    expect((await screen.findByRole('alert')).textContent).toContain('This key is not valid.')
    expect(screen.getByLabelText('Verification code')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'I have no code: send me an e-mail' })).toBeTruthy()
  })
})
