import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { otherSession, ownAnswers } from './account.fixture.ts'

async function openAccount(answers: Answers = {}) {
  const gateway = stubGateway({ ...ownAnswers, ...answers })
  await renderApp('/staff/account', { staffToken: 'real' })
  await screen.findByRole('heading', { level: 1, name: 'My account' })
  return { ...gateway, user: userEvent.setup() }
}

describe('the own account', () => {
  it('shows the factors, the recovery codes that are left and the sessions', async () => {
    await openAccount()
    expect(await screen.findByText('7 codes left')).toBeTruthy()
    expect(await screen.findByText('Safari, iOS')).toBeTruthy()
    expect(screen.getByText('This device')).toBeTruthy()
  })

  it('ends a session of another device', async () => {
    const { to, user } = await openAccount({
      'DELETE /global/staff/session/{sessionId}': () => data('DELETE /global/staff/session/{sessionId}', {}),
    })
    await user.click(await screen.findByRole('button', { name: /^End the session Safari, iOS/ }))

    expect(await screen.findByText('The session has ended')).toBeTruthy()
    expect(to('DELETE /global/staff/session/{sessionId}')[0]?.key).toContain(otherSession)
  })

  it('saves when mails about tasks are wanted, and in which language', async () => {
    const { to, user } = await openAccount({
      'PATCH /global/staff/me/notices': ({ body }) =>
        data('PATCH /global/staff/me/notices', body as { language: 'en'; choices: [] }),
    })
    await user.selectOptions(await screen.findByLabelText('Claim'), 'Never')
    await user.selectOptions(screen.getByLabelText('Language of the emails'), 'English')
    const section = screen.getByRole('region', { name: 'Emails about tasks' })
    await user.click(within(section).getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Your choices are saved.')).toBeTruthy()
    expect(to('PATCH /global/staff/me/notices')[0]?.body).toEqual({
      language: 'en',
      choices: [
        { kind: 'order-review', notice: 'at-once' },
        { kind: 'claim', notice: 'never' },
      ],
    })
  })

  it('turns the shortcuts of single letters off', async () => {
    const call = 'PATCH /global/staff/me/shortcuts'
    let hasLetterKeys = true
    const { to, user } = await openAccount({
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, hasLetterKeys }),
      [call]: ({ body }) => {
        hasLetterKeys = (body as { hasLetterKeys: boolean }).hasLetterKeys
        return data(call, {})
      },
    })
    const letters = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Single letters are shortcuts' })
    expect(letters.checked).toBe(true)
    await user.click(letters)
    expect(await screen.findByText('Shortcuts saved')).toBeTruthy()
    expect(to(call).map(({ body }) => body)).toEqual([{ hasLetterKeys: false }])
    await waitFor(() => expect(letters.checked).toBe(false))
  })

  it('saves the phone number and the hours that customers see', async () => {
    const { to, user } = await openAccount({
      'PATCH /global/staff/me': () =>
        data('PATCH /global/staff/me', { name: 'Grace Hopper', email: 'grace@example.com', phone: '' }),
    })
    const form = screen.getByRole('form', { name: 'Contact details' })
    await user.clear(within(form).getByLabelText('Phone'))
    await user.type(within(form).getByLabelText('Hours, in French'), '9 h–18 h')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(to('PATCH /global/staff/me')).toEqual([])

    await user.type(within(form).getByLabelText('Hours, in English'), '9 am–6 pm')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Contact details saved')).toBeTruthy()
    expect(to('PATCH /global/staff/me')[0]?.body).toEqual({ phone: '', hours: { fr: '9 h–18 h', en: '9 am–6 pm' } })
  })

  it('asks for the second factor before it renews the recovery codes, and then renews them', async () => {
    let isSteppedUp = false
    const { to, user } = await openAccount({
      'POST /global/staff/secondFactor/recoveryCodes': () =>
        isSteppedUp
          ? data('POST /global/staff/secondFactor/recoveryCodes', { recoveryCodes: ['CCCCC-33333'] })
          : refusal('STEP_UP_REQUIRED', 'Confirm with your second factor.'),
      'POST /global/staff/step-up': () => {
        isSteppedUp = true
        return data('POST /global/staff/step-up', { steppedUpUntil: '2026-11-18T10:00:00.000Z' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
    await user.click(await screen.findByRole('button', { name: 'Create new codes' }))

    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.type(await within(dialog).findByLabelText('Code of the app'), '123456')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))

    expect(await screen.findByText('CCCCC-33333')).toBeTruthy()
    expect(to('POST /global/staff/secondFactor/recoveryCodes')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    await waitFor(() => expect(screen.queryByText('CCCCC-33333')).toBeNull())
  })

  it('changes nothing if the member does not confirm', async () => {
    const { to, user } = await openAccount({
      'POST /global/staff/secondFactor/recoveryCodes': () =>
        refusal('STEP_UP_REQUIRED', 'Confirm with your second factor.'),
    })
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
    await user.click(await screen.findByRole('button', { name: 'Create new codes' }))

    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Confirm with your second factor.')).toBeTruthy()
    expect(to('POST /global/staff/secondFactor/recoveryCodes')).toHaveLength(1)
  })
})
