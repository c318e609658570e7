import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { ada, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ActivatePage } from './activate.page.tsx'

const activate = 'POST /global/account/activate'
const setPassword = 'PATCH /global/account/password'
const grant = { accessToken: 'first-token', expiresIn: 60 }
const granted = () => data(activate, { ...grant, choosePassword: false })
const grantedWithCode = () => data(activate, { ...grant, choosePassword: true, passwordCode: '123456' })

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
    const gateway = stubGateway({ [activate]: granted })
    const { place } = await open()
    await activateAccount()
    await waitFor(() => expect(place()).toBe('/user/home'))
    expect(gateway.to(activate)[0]?.body).toEqual({ key: 'secret-key' })
    expect(session.token()).toBe('first-token')
  })

  it('asks for a new password first if the server requires it (AUT-5)', async () => {
    const gateway = stubGateway({
      [activate]: grantedWithCode,
      [setPassword]: () => data(setPassword, { accessToken: 'second-token', expiresIn: 60 }),
    })
    const { place } = await open()
    await activateAccount()

    await enterText('New password', 'lovelace-1843')
    await enterText('Confirm password', 'lovelace-1843')

    expect(place()).toBe('/activate')
    expect(screen.queryByLabelText('Verification code')).toBeNull()

    await press('Save the password')
    await waitFor(() => expect(place()).toBe('/user/home'))

    expect(gateway.to(setPassword)[0]).toMatchObject({
      token: 'Bearer first-token',
      body: { password: 'lovelace-1843', confirmPassword: 'lovelace-1843', code: '123456' },
    })
    expect(session.token()).toBe('second-token')
  })

  it('still says after a reload that the password of the sign-up is void', async () => {
    stubGateway({
      [activate]: grantedWithCode,
      [setPassword]: () => data(setPassword, { accessToken: 'second-token', expiresIn: 60 }),
    })
    await open()
    await activateAccount()
    await screen.findByLabelText('New password')
    cleanup()

    const { place } = await renderScreen(ActivatePage, '/activate', '/activate', { token: 'first-token' })
    expect(await screen.findByText(/the password entered there is not valid/)).toBeTruthy()

    await enterText('New password', 'lovelace-1843')
    await enterText('Confirm password', 'lovelace-1843')
    await press('Save the password')
    await waitFor(() => expect(place()).toBe('/user/home'))
    expect(window.sessionStorage, 'a spent code is forgotten').toHaveLength(0)
  })

  it('does not ask another account that logs in later for a password', async () => {
    const other = { ...ada, customerId: '00000000-0000-4000-8000-00000000000b' }
    stubGateway({
      [activate]: grantedWithCode,
      'GET /global/common/index': ({ token }) => generalData(token === 'Bearer first-token' ? ada : other),
    })
    await open()
    await activateAccount()
    await screen.findByLabelText('New password')
    cleanup()

    await renderScreen(ActivatePage, '/activate', '/activate', { token: 'token-of-another' })
    expect(await screen.findByRole('heading', { name: 'Your account is active' })).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  it('asks for a new code, and keeps the password, if the code of the activation has expired', async () => {
    const expired = [{ path: 'code', code: 'VERIFICATION_CODE_WRONG', message: 'Expired.' }]
    const answers = [
      refusal('VERIFICATION_CODE_WRONG', 'Expired.', expired),
      data(setPassword, { accessToken: 'second-token', expiresIn: 60 }),
    ]
    const gateway = stubGateway({
      [activate]: grantedWithCode,
      [setPassword]: () => answers.shift() ?? refusal('UNEXPECTED', 'No.'),
    })
    const { place } = await open()
    await activateAccount()
    await enterText('New password', 'lovelace-1843')
    await enterText('Confirm password', 'lovelace-1843')
    await press('Save the password')

    expect(await screen.findByText('Expired.')).toBeTruthy()
    const field = screen.getByLabelText('Verification code')
    expect(field).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field)

    await enterText('Verification code', '654321')
    await press('Save the password')
    await waitFor(() => expect(place()).toBe('/user/home'))
    expect(gateway.to(setPassword)[1]?.body).toMatchObject({ password: 'lovelace-1843', code: '654321' })
  })

  it('explains a used key and offers a new one', async () => {
    stubGateway({ [activate]: () => refusal('KEY_INVALID', 'This key is not valid.') })
    await open()
    await activateAccount()
    expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works')
    expect(await screen.findByRole('button', { name: 'Send the e-mail' })).toBeTruthy()
    expect(window.sessionStorage, 'a spent key is forgotten').toHaveLength(0)
  })

  it('goes on where the sign-up was meant to lead', async () => {
    stubGateway({ [activate]: granted })
    const { place } = await renderScreen(
      ActivatePage,
      '/activate',
      '/activate?redirect=%2Fcheckout%3Fproject%3Dp1#key=secret-key',
    )
    await activateAccount()
    await waitFor(() => expect(place()).toBe('/checkout?project=p1'))
  })

  it('says after a reload that the account is active, and goes on', async () => {
    stubGateway({})
    const reloaded = '/activate?redirect=%2Fcheckout%3Fproject%3Dp1'
    const { place } = await renderScreen(ActivatePage, '/activate', reloaded, { token: 'first-token' })

    expect(await screen.findByRole('heading', { name: 'Your account is active' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()

    await press('Continue')
    await waitFor(() => expect(place()).toBe('/checkout?project=p1'))
  })

  it('explains a link without a key', async () => {
    stubGateway({})
    await renderScreen(ActivatePage, '/activate')
    expect((await screen.findByRole('alert')).textContent).toContain('The link is not complete')
  })
})
