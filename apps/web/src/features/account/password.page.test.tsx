import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { PasswordPage } from './password.page.tsx'

const me = 'GET /global/account/me'
const change = 'PATCH /global/account/password'

async function open(answers: Answers) {
  const gateway = stubGateway({ [me]: () => data(me, adaProfile), ...answers })
  return {
    gateway,
    ...(await renderScreen(PasswordPage, '/user/account/password', '/user/account/password', { token: 'old-token' })),
  }
}

async function fillIn(old?: string) {
  await enterText('New password', 'lovelace-1843')
  if (old) await enterText('Old password', old)
  await enterText('Confirm password', 'lovelace-1843')
  await press('Save the password')
}

describe('change the password', () => {
  it('requires the old password and stores the new token', async () => {
    const { gateway } = await open({
      [change]: () => data(change, { accessToken: 'new-token', expiresIn: 60 }),
    })
    await fillIn()

    expect(await screen.findByText('Please enter your old password.')).toBeTruthy()
    expect(gateway.to(change)).toHaveLength(0)

    await enterText('Old password', 'byron-1815')
    await press('Save the password')
    await waitFor(() => expect(session.token()).toBe('new-token'))
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
  })

  it('shows a wrong old password on its field', async () => {
    await open({ [change]: () => refusal('PASSWORD_WRONG', 'Not your password.') })
    await fillIn('a-guess')
    expect(await screen.findByText('Not your password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Old password'))
  })

  it('shows the product’s minimum before the call, and the installation’s own after a refusal', async () => {
    const longer = 'The password needs at least 14 characters.'
    await open({
      [change]: () => refusal('VALIDATION', 'No.', [{ path: 'password', code: 'PASSWORD_TOO_SHORT', message: longer }]),
    })
    await enterText('New password', 'short')
    await press('Save the password')

    expect(await screen.findByText('The password needs at least 6 characters.')).toBeTruthy()

    await fillIn('byron-1815')
    expect(await screen.findByText(longer)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  })

  it('sets a first password without asking for an old one', async () => {
    const { gateway } = await open({
      [me]: () => data(me, { ...adaProfile, hasPassword: false }),
      [change]: () => data(change, { accessToken: 'new-token', expiresIn: 60 }),
    })
    await screen.findByLabelText('New password')

    expect(screen.queryByLabelText('Old password')).toBeNull()

    await fillIn()
    await waitFor(() => expect(session.token()).toBe('new-token'))

    expect(gateway.to(change)[0]?.body).toEqual({ password: 'lovelace-1843', confirmPassword: 'lovelace-1843' })
  })
})
