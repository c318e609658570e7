import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#lib/gateway/query-client.ts'
import { findReferralCode, rememberReferralLink } from '#lib/referral-code.ts'
import { captchaId, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { SignUpPage } from './signup.page.tsx'

const register = 'POST /global/account/register'

async function fillIn({ confirm = 'lovelace-1843', agree = true } = {}) {
  const user = userEvent.setup()
  await enterText('User name', 'Ada')
  await enterText('E-mail', 'ada@example.com')
  await enterText('Password', 'lovelace-1843')
  await enterText('Confirm password', confirm)
  await enterText('Digits in the picture', '12345')
  if (agree) await user.click(screen.getByRole('checkbox'))
  await press('Sign up')
}

describe('sign up as a person', () => {
  it('sends only a person’s fields and says to check the e-mail', async () => {
    const gateway = stubGateway({ [register]: () => data(register, { email: 'ada@example.com' }) })
    await renderScreen(SignUpPage, '/signup')
    await fillIn()

    expect((await screen.findByRole('status')).textContent).toContain('ada@example.com')
    expect(gateway.to(register)[0]?.body).toEqual({
      accountType: 'personal',
      userName: 'Ada',
      email: 'ada@example.com',
      password: 'lovelace-1843',
      confirmPassword: 'lovelace-1843',
      captcha: { captchaId, answer: '12345' },
      agreeTerms: true,
    })
  })

  it('keeps what was typed, except the secrets, for a customer who corrects the address', async () => {
    stubGateway({ [register]: () => data(register, { email: 'ada@example.com' }) })
    await renderScreen(SignUpPage, '/signup')
    await fillIn()
    await press('Use another address')

    const typedIn = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
    expect([typedIn('User name'), typedIn('E-mail')]).toEqual(['Ada', 'ada@example.com'])
    expect([typedIn('Password'), typedIn('Confirm password')]).toEqual(['', ''])
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  it('hands on where the visitor was going, to the mail and to the log-in', async () => {
    const gateway = stubGateway({ [register]: () => data(register, { email: 'ada@example.com' }) })
    const fromCheckout = '/signup?redirect=%2Fcheckout%3Fproject%3Dp1'
    await renderScreen(SignUpPage, '/signup', fromCheckout, { visitorToken: 'visitor' })

    expect(await screen.findByText(/Your project is kept/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
      'redirect=%2Fcheckout%3Fproject%3Dp1',
    )

    await fillIn()
    await screen.findByRole('status')
    expect(gateway.to(register)[0]?.body).toMatchObject({ redirect: '/checkout?project=p1' })
  })

  it.each([
    [{ confirm: 'something-else' }, 'Passwords do not match'],
    [{ agree: false }, 'You have not chosen to agree'],
  ])('refuses %j with the words of the specification', async (entry, message) => {
    const gateway = stubGateway({})
    await renderScreen(SignUpPage, '/signup')
    await fillIn(entry)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(gateway.to(register)).toHaveLength(0)
  })

  it('marks password and terms as invalid and ties them to their errors', async () => {
    stubGateway({})
    await renderScreen(SignUpPage, '/signup')
    await press('Sign up')
    await screen.findByText('You have not chosen to agree')

    for (const field of [screen.getByLabelText('Password'), screen.getByRole('checkbox')]) {
      expect(field.getAttribute('aria-invalid')).toBe('true')
      const errorId = field.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
      expect(document.getElementById(errorId)?.textContent).not.toBe('')
    }
  })

  it('says when the CAPTCHA expired while the visitor was typing', async () => {
    const captcha = 'GET /global/tools/captchaImage'
    let challenges = 0
    stubGateway({
      [captcha]: () =>
        data(captcha, { captchaId: String(++challenges).padStart(32, '0'), image: 'data:,', expiresIn: 300 }),
    })
    await renderScreen(SignUpPage, '/signup')
    await enterText('Digits in the picture', '12345')
    await queryClient.invalidateQueries({ queryKey: ['captcha'] })

    expect(await screen.findByText('The previous picture has expired. Type the digits of this one.')).toBeTruthy()
    expect(screen.getByLabelText(/^Digits in the picture/)).toHaveProperty('value', '')
  })

  it('puts a wrong CAPTCHA on its field and fetches another one', async () => {
    const captcha = 'GET /global/tools/captchaImage'
    let challenges = 0
    const gateway = stubGateway({
      [captcha]: () =>
        data(captcha, { captchaId: String(++challenges).padStart(32, '0'), image: 'data:,', expiresIn: 300 }),
      [register]: () => refusal('CAPTCHA_WRONG', 'The code is wrong.'),
    })

    await renderScreen(SignUpPage, '/signup')
    await fillIn()
    await waitFor(() => expect(gateway.to(captcha)).toHaveLength(2))

    const field = screen.getByLabelText('Digits in the picture')
    await waitFor(() => expect(field).toHaveProperty('value', ''))

    expect(screen.getByText('The code is wrong.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
  })

  it('tells a registered address to activate through its e-mail, and can send that again', async () => {
    stubGateway({ [register]: () => refusal('ALREADY_REGISTERED', 'Activate the account through its e-mail.') })
    await renderScreen(SignUpPage, '/signup')
    await fillIn()
    expect((await screen.findByRole('alert')).textContent).toContain('Activate the account through its e-mail.')
    expect(screen.getByRole('link', { name: 'Already activated? Log in' }).getAttribute('href')).toBe(
      '/manufacture/login',
    )
    await press('Send the activation e-mail again')
    expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'ada@example.com')
  })
})

describe('a referral code at sign-up', () => {
  const check = 'GET /global/account/referral/code'
  const label = 'Referral code (optional)'
  beforeEach(() => sessionStorage.clear())

  const aServer = () =>
    stubGateway({
      [check]: ({ query }) => data(check, { valid: query.code === 'Zoe123' }),
      [register]: () => data(register, { email: 'ada@example.com' }),
    })

  it('comes from the link of the visit and is sent along', async () => {
    rememberReferralLink('?ref=Zoe123')
    const gateway = aServer()
    await renderScreen(SignUpPage, '/signup')
    expect(await screen.findByText(/Code recognised/)).toBeTruthy()
    expect(screen.getByLabelText(label)).toHaveProperty('value', 'Zoe123')
    await fillIn()
    await screen.findByRole('status')
    expect(gateway.to(register)[0]?.body).toMatchObject({ referralCode: 'Zoe123' })
  })

  it('is reported at its field if it is unknown, and the sign-up goes on', async () => {
    const gateway = aServer()
    await renderScreen(SignUpPage, '/signup')
    await enterText(label, 'NoSuchCode')
    expect(await screen.findByText(/does not exist or is no longer valid/)).toBeTruthy()
    await fillIn()
    await screen.findByRole('status')
    expect(gateway.to(register)).toHaveLength(1)
  })

  it('is remembered once it is recognised, for a sign-up through a third party', async () => {
    aServer()
    await renderScreen(SignUpPage, '/signup')
    await enterText(label, 'Zoe123')
    await screen.findByText(/Code recognised/)
    await waitFor(() => expect(findReferralCode()).toBe('Zoe123'))
  })
})

describe('sign up as a company', () => {
  it('asks for the company’s fields, in reading order', async () => {
    stubGateway({})
    await renderScreen(SignUpPage, '/signup')
    await userEvent.setup().click(await screen.findByRole('radio', { name: 'A company' }))
    await fillIn()

    for (const message of [
      'Please enter your first name.',
      'Please enter your last name.',
      'Please enter your company.',
      'Please select a title.',
      'Please select an industry.',
      'Please select an international phone code.',
      'Please enter your phone number.',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }

    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  })
})
