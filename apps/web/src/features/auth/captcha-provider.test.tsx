import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { captchaId, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ResetPasswordPage } from './reset-password.page.tsx'

const image = 'GET /global/tools/captchaImage'
const reset = 'POST /global/account/password/resetSend'

/** A page with a form, on an installation with a CAPTCHA provider. */
async function openForm(answer = () => data(reset, {})) {
  let challenges = 0
  const gateway = stubGateway({
    [image]: () => {
      challenges++
      const id = challenges === 1 ? captchaId : String(challenges).padStart(32, '0')
      return data(image, { captchaId: id, image: '', frame: '/gateway/captcha-frame', expiresIn: 300 })
    },
    [reset]: answer,
  })
  await renderScreen(ResetPasswordPage, '/reset-password')
  await enterText('E-mail', 'ada@example.com')

  const frame = () => screen.getByTitle<HTMLIFrameElement>('Check that you are not a robot')
  await waitFor(() => frame())
  return { gateway, frame, submit: () => press('Send the link') }
}

function say(message: object, source: Window | null, origin = location.origin) {
  act(() => {
    dispatchEvent(new MessageEvent('message', { data: message, source, origin }))
  })
}

describe('the frame of a CAPTCHA provider', () => {
  it('is shown in the language of the page, and its token is sent as the answer', async () => {
    const { gateway, frame, submit } = await openForm()

    expect(frame().getAttribute('src')).toBe('/gateway/captcha-frame?language=en')
    say({ captcha: 'solved', token: 'a-token' }, frame().contentWindow)
    await submit()

    await waitFor(() => expect(gateway.to(reset)).toHaveLength(1))
    expect(gateway.to(reset)[0]?.body).toMatchObject({ captcha: { captchaId, answer: 'a-token' } })
  })

  it('ignores messages of other windows and origins, and a token that has expired', async () => {
    const { gateway, frame, submit } = await openForm()
    say({ captcha: 'solved', token: 'forged' }, window)
    say({ captcha: 'solved', token: 'forged' }, frame().contentWindow, 'https://evil.example')
    say({ captcha: 'solved', token: 'old' }, frame().contentWindow)
    say({ captcha: 'expired' }, frame().contentWindow)
    await submit()

    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(gateway.to(reset)).toEqual([])
  })

  it('says what to do if the provider cannot be loaded', async () => {
    const { frame } = await openForm()
    say({ captcha: 'failed' }, frame().contentWindow)

    expect(screen.getByRole('alert').textContent).toContain('Allow the contents of this site')
  })

  it('is loaded again after a refusal, because a token works once', async () => {
    const { gateway, frame, submit } = await openForm(() => refusal('CAPTCHA_UNAVAILABLE', 'Try again.'))
    say({ captcha: 'solved', token: 'a-token' }, frame().contentWindow)
    const first = frame()
    await submit()

    expect(await screen.findByText('Try again.')).toBeTruthy()
    await waitFor(() => expect(gateway.to(image)).toHaveLength(2))
    await waitFor(() => expect(frame()).not.toBe(first))
  })
})
