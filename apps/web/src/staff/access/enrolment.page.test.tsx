import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { staffSession } from '#lib/gateway/staff-session.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { EnrolmentPage } from './enrolment.page.tsx'

const key = 'k'.repeat(43)

async function openLink(answers: Answers, hash = `#key=${key}`) {
  const gateway = stubGateway(answers)
  await ensureMessages(['staff-access'], 'en')
  const { place } = await renderScreen(EnrolmentPage, '/staff/enrolment', `/staff/enrolment${hash}`)
  return { ...gateway, place, user: userEvent.setup() }
}

const invited = () => data('POST /global/staff/enrolment/view', { name: 'Lise Meitner', email: 'lise@example.com' })

describe('the enrolment', () => {
  it('leads from the link over password, app and recovery codes into the back office', async () => {
    const { to, user, place } = await openLink({
      'POST /global/staff/enrolment/view': invited,
      'POST /global/staff/enrolment/password': () =>
        data('POST /global/staff/enrolment/password', { offersPasskey: false }),
      'POST /global/staff/enrolment/app/begin': () =>
        data('POST /global/staff/enrolment/app/begin', { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
      'POST /global/staff/enrolment/app/confirm': () =>
        data('POST /global/staff/enrolment/app/confirm', {
          accessToken: 'first',
          expiresIn: 43_200,
          recoveryCodes: ['AAAAA-11111', 'BBBBB-22222'],
        }),
    })
    expect(await screen.findByRole('heading', { name: 'Welcome, Lise Meitner' })).toBeTruthy()
    expect(screen.getByText('Step 1 of 3')).toBeTruthy()
    expect(place()).not.toContain(key)

    await user.type(screen.getByLabelText('Password'), 'a long enough password')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(to('POST /global/staff/enrolment/password').map(({ body }) => body)).toEqual([
      { key, password: 'a long enough password' },
    ])

    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
    expect(screen.getByText('ABCD EFGH')).toBeTruthy()
    await user.type(screen.getByLabelText('6-digit code shown by the app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    expect(await screen.findByText('BBBBB-22222')).toBeTruthy()
    for (const name of ['Download', 'Print']) expect(screen.getByRole('button', { name })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(staffSession.token()).toBe('first')
    await waitFor(() => expect(place()).toBe('/staff'))
  })

  it.each(['eleven char', 'five5'])('refuses the short password "%s" before it is sent', async (password) => {
    const { to, user } = await openLink({ 'POST /global/staff/enrolment/view': invited })
    await user.type(await screen.findByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    expect(await screen.findByText(/at least 12 characters\.$/)).toBeTruthy()
    expect(to('POST /global/staff/enrolment/password')).toEqual([])
  })

  it.each([
    ['a link that was used', { 'POST /global/staff/enrolment/view': () => refusal('KEY_INVALID', 'No') }, undefined],
    ['a link without its key', {}, ''],
  ])('says what to do with %s', async (_name, answers, hash) => {
    await openLink(answers, hash)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the log-in' })).toBeTruthy()
  })
})
