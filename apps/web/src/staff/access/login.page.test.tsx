import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { staffSession } from '#lib/gateway/staff-session.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { LoginPage } from './login.page.tsx'

const grant = { accessToken: 'fresh', expiresIn: 43_200 }

const needsFactor = () =>
  data('POST /global/staff/login', { next: 'second-factor', methods: ['app'], offersPasskey: false })

async function logIn(answers: Answers) {
  const gateway = stubGateway(answers)
  await ensureMessages(['staff-access'], 'en')
  await renderScreen(LoginPage, '/staff/login')

  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email address'), 'Grace@Example.com')
  await user.type(screen.getByLabelText('Password'), 'a long enough password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  return { ...gateway, user }
}

describe('the sign-in of staff', () => {
  it('asks for a code after the password and then stores the session', async () => {
    const { to, user } = await logIn({
      'POST /global/staff/login': needsFactor,
      'POST /global/staff/login/secondFactor': () => data('POST /global/staff/login/secondFactor', grant),
    })
    expect(staffSession.token()).toBeNull()

    await user.type(await screen.findByLabelText('Code of the app'), '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    await waitFor(() => expect(staffSession.token()).toBe('fresh'))
    expect(to('POST /global/staff/login/secondFactor').map(({ body }) => body)).toEqual([{ code: '123456' }])
  })

  it('accepts a recovery code instead', async () => {
    const { to, user } = await logIn({
      'POST /global/staff/login': needsFactor,
      'POST /global/staff/login/secondFactor': () => data('POST /global/staff/login/secondFactor', grant),
    })
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), 'abcde-12345')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    await waitFor(() => expect(staffSession.token()).toBe('fresh'))
    expect(to('POST /global/staff/login/secondFactor').map(({ body }) => body)).toEqual([{ code: 'ABCDE12345' }])
  })

  it('shows a wrong code at its field', async () => {
    const { user } = await logIn({
      'POST /global/staff/login': needsFactor,
      'POST /global/staff/login/secondFactor': () => refusal('SECOND_FACTOR_WRONG', 'This code is wrong.'),
    })
    await user.type(await screen.findByLabelText('Code of the app'), '000000')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    expect(await screen.findByText('This code is wrong.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Code of the app'))
  })

  it('starts again with the password when its ten minutes are over', async () => {
    const { user } = await logIn({
      'POST /global/staff/login': needsFactor,
      'POST /global/staff/login/secondFactor': () => refusal('LOGIN_EXPIRED', 'Log in again.'),
    })
    await user.type(await screen.findByLabelText('Code of the app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(await screen.findByText('This log-in has expired. Start again with your password.')).toBeTruthy()
  })

  it('shows a refused password', async () => {
    await logIn({ 'POST /global/staff/login': () => refusal('INVALID_CREDENTIALS', 'Wrong email or password.') })
    expect(await screen.findByText('Wrong email or password.')).toBeTruthy()
  })

  it('lets a member without a second factor set one up, and shows the codes before it goes on', async () => {
    const { user } = await logIn({
      'POST /global/staff/login': () =>
        data('POST /global/staff/login', { next: 'set-up-factor', offersPasskey: false }),
      'POST /global/staff/enrolment/app/begin': () =>
        data('POST /global/staff/enrolment/app/begin', { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
      'POST /global/staff/enrolment/app/confirm': () =>
        data('POST /global/staff/enrolment/app/confirm', { ...grant, recoveryCodes: ['AAAAA-11111'] }),
    })
    await user.type(await screen.findByLabelText('6-digit code shown by the app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    expect(await screen.findByText('AAAAA-11111')).toBeTruthy()
    expect(staffSession.token()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(staffSession.token()).toBe('fresh')
  })
})
