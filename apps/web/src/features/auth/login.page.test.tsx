import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { type Answers, captchaId, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { LoginPage } from './login.page.tsx'

const login = 'POST /global/account/login'
const granted = () => data(login, { accessToken: 'real-token', expiresIn: 3600 })

async function open(answers: Answers = {}, path = '/login') {
  const gateway = stubGateway(answers)
  return { gateway, ...(await renderScreen(LoginPage, '/login', path)) }
}

async function fillIn(email = 'Ada@Example.com ', password = 'lovelace-1843') {
  await enterText('E-mail', email)
  await enterText('Password', password)
  await press('Log in')
}

describe('log in', () => {
  it('names what is missing and puts the focus on the first field', async () => {
    const { gateway } = await open()
    await press('Log in')
    expect(await screen.findByText('Please enter your e-mail.')).toBeTruthy()
    expect(screen.getByText('Please enter your password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(gateway.to(login)).toHaveLength(0)
  })

  it('stores the token and redirects to redirect=', async () => {
    const { gateway, place } = await open({ [login]: granted }, '/login?redirect=%2Fuser%2Forder%2Fhistory')
    await fillIn()
    await waitFor(() => expect(place()).toBe('/user/order/history'))
    expect(session.token()).toBe('real-token')
    expect(gateway.to(login)[0]?.body).toEqual({ email: 'ada@example.com', password: 'lovelace-1843' })
  })

  it('does not redirect to another origin (OAU-3)', async () => {
    const { place } = await open({ [login]: granted }, '/login?redirect=%2F%2Fevil.example')
    await fillIn()
    await waitFor(() => expect(place()).toBe('/'))
  })

  it('returns to the previous screen without redirect=', async () => {
    const { router, place } = await open({ [login]: granted }, '/quote/42')
    await waitFor(() => expect(router.state.resolvedLocation?.href).toBe('/quote/42'))
    await router.navigate({ href: '/login' })
    await fillIn()
    await waitFor(() => expect(place()).toBe('/quote/42'))
  })

  it('sends once however often the button is pressed', async () => {
    let answer = (_: ReturnType<typeof granted>) => {}
    const { gateway, place } = await open({ [login]: () => new Promise((resolve) => (answer = resolve)) })

    await fillIn()
    await userEvent.setup().keyboard('{Enter}{Enter}')

    expect(gateway.to(login)).toHaveLength(1)

    answer(granted())
    await waitFor(() => expect(place()).toBe('/'))

    expect(gateway.to(login)).toHaveLength(1)
  })
})

describe('a refused log-in', () => {
  it.each([
    ['INVALID_CREDENTIALS', 'E-mail or password is wrong.'],
    ['RATE_LIMITED', 'Too many tries, wait a minute.'],
  ] as const)('shows %s in place, with the focus on it', async (code, message) => {
    await open({ [login]: () => refusal(code, message) })
    await fillIn()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(session.token()).toBeNull()
  })

  it('offers a reset of the password, which works at once, after too many wrong guesses (B12)', async () => {
    await open({ [login]: () => refusal('RATE_LIMITED', 'Too many tries, wait 600 minutes.') })
    await fillIn()

    const alert = await screen.findByRole('alert')
    const reset = within(alert).getByRole('link', { name: 'Reset the password to log in without waiting' })
    expect(reset.getAttribute('href')).toContain('/reset-password')
  })

  it('offers the activation mail again to an account that is not active', async () => {
    const resend = 'POST /global/account/activeEmail'
    const { gateway } = await open({
      [login]: () => refusal('NOT_ACTIVATED', 'Activate your account first.'),
      [resend]: () => data(resend, {}),
    })
    await fillIn('ada@example.com')

    await press('Send the activation e-mail again')
    await enterText('Digits in the picture', '12345')
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await press('Send the e-mail')

    expect((await screen.findByRole('status')).textContent).toContain('a new e-mail is on its way')
    expect(gateway.to(resend)[0]?.body).toEqual({
      email: 'ada@example.com',
      captcha: { captchaId, answer: '12345' },
    })

    // The address can be corrected during the pause.
    await press('Send it again')
    expect(screen.getByRole('button', { name: 'Send again in 60 s' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('textbox', { name: /^E-mail/ })).toHaveProperty('disabled', false)

    act(() => vi.advanceTimersByTime(60_000))
    vi.useRealTimers()
    expect(screen.getByRole('button', { name: 'Send the e-mail' })).toHaveProperty('disabled', false)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })
})

describe('third parties', () => {
  it('are not mentioned where there are none', async () => {
    const { gateway } = await open()
    await waitFor(() => expect(gateway.to('GET /global/account/quick')).toHaveLength(1))
    expect(screen.queryByText(/Continue with/)).toBeNull()
  })

  it('are offered by name', async () => {
    const list = 'GET /global/account/quick'
    await open({ [list]: () => data(list, [{ channel: 'acme', name: 'Acme ID', linked: false }]) })
    expect(await screen.findByRole('button', { name: 'Continue with Acme ID' })).toBeTruthy()
  })
})
