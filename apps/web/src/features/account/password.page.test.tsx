import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { PasswordPage } from './password.page.tsx'

const me = 'GET /global/account/me'
const change = 'PATCH /global/account/password'
const sendCode = 'POST /global/account/password/codeSend'
const sent = () => data(sendCode, { email: 'ada@example.com' })

async function open(answers: Answers) {
  const gateway = stubGateway({ [me]: () => data(me, adaProfile), ...answers })
  return {
    gateway,
    ...(await renderScreen(PasswordPage, '/user/account/password', '/user/account/password', { token: 'old-token' })),
  }
}

async function fillIn(old?: string, code = '123456') {
  await enterText('New password', 'lovelace-1843')
  if (old) await enterText('Old password', old)
  await enterText('Confirm password', 'lovelace-1843')
  await enterText('Verification code', code)
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

    expect(gateway.to(change)[0]?.body).toEqual({
      password: 'lovelace-1843',
      confirmPassword: 'lovelace-1843',
      code: '123456',
    })
  })
})

describe('the verification code (spec 5)', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is required, and must have six digits', async () => {
    const { gateway } = await open({})
    await fillIn('byron-1815', '12345')
    expect(await screen.findByText('The code has 6 digits.')).toBeTruthy()

    await userEvent.clear(screen.getByLabelText('Verification code'))
    await press('Save the password')
    expect(await screen.findByText('Please enter the verification code.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
    expect(gateway.to(change)).toHaveLength(0)
  })

  it('is sent at a press: says where to, moves to the field and waits a minute before the next', async () => {
    const { gateway } = await open({ [sendCode]: sent })
    const field = await screen.findByLabelText('Verification code')
    expect(field).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' })
    expect(screen.getByRole('status').textContent).toBe('We send a 6-digit code to your e-mail address.')

    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await press('Send the code')
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Code sent to ada@example.com.'))
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-describedby')).toContain(screen.getByRole('status').id)
    expect(screen.getByRole('button', { name: /^New code in 60/ })).toHaveProperty('disabled', true)

    act(() => vi.advanceTimersByTime(20_000))
    expect(screen.getByRole('button', { name: /^New code in 40/ })).toHaveProperty('disabled', true)
    act(() => vi.advanceTimersByTime(40_000))
    vi.useRealTimers()
    await press('Send a new code')
    await waitFor(() => expect(gateway.to(sendCode)).toHaveLength(2))
  })

  it('shows why it was not sent', async () => {
    await open({ [sendCode]: () => refusal('RATE_LIMITED', 'Too many attempts.') })
    await press('Send the code')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
    expect(screen.getByRole('button', { name: 'Send the code' })).toHaveProperty('disabled', false)
  })

  it('shows a refused code on its field, and the form keeps its values', async () => {
    const message = 'The code is wrong or has expired. Ask for a new one.'
    const issues = [{ path: 'code', code: 'VERIFICATION_CODE_WRONG', message }]
    await open({ [change]: () => refusal('VERIFICATION_CODE_WRONG', message, issues) })
    await fillIn('byron-1815')

    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
    const values = ['Old password', 'New password', 'Confirm password', 'Verification code'].map(
      (label) => (screen.getByLabelText(label) as HTMLInputElement).value,
    )
    expect(values).toEqual(['byron-1815', 'lovelace-1843', 'lovelace-1843', '123456'])
  })

  it('is asked for again after a change', async () => {
    await open({ [sendCode]: sent, [change]: () => data(change, { accessToken: 'new-token', expiresIn: 60 }) })
    await press('Send the code')
    await screen.findByText(/Code sent to/)
    await fillIn('byron-1815')
    await waitFor(() => expect(screen.queryByText(/Code sent to/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Send the code' })).toHaveProperty('disabled', false)
  })
})
