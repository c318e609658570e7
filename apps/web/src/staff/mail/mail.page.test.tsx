import type { MailView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { aMail } from './mail.fixture.ts'

async function openMail(traits: Partial<MailView> = {}, answers: Answers = {}) {
  const mail = aMail(traits)
  const gateway = stubGateway({
    'GET /global/staff/mail/{mailId}': () => data('GET /global/staff/mail/{mailId}', mail),
    'POST /global/staff/mail/{mailId}/resend': () => data('POST /global/staff/mail/{mailId}/resend', {}),
    ...answers,
  })
  const { place } = await renderApp(`/staff/mails/${mail.id}`, { staffToken: 'real' })
  return { ...gateway, mail, place, user: userEvent.setup() }
}

describe('the page of a mail', () => {
  it('shows it as sent in a frame that may do nothing, or as text', async () => {
    const { user } = await openMail()
    const frame = await screen.findByTitle('Content of the email: Your order is paid')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.getAttribute('srcdoc')).toBe('<p>Hello Zoé</p>')

    await user.click(screen.getByRole('radio', { name: 'Text only' }))
    expect(screen.getByText('Hello Zoé')).toBeTruthy()
  })

  it.each([
    ['order-paid', 'Order paid'],
    ['order-mail', 'Emails about orders'],
    ['robot-calibrated', 'robot-calibrated'],
  ])('says in words what %s is about, if there are any', async (kind, text) => {
    await openMail({ kind })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('asks before the mail is sent again', async () => {
    const { user, to } = await openMail()
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send this email again?' })
    expect(within(dialog).getByText(/zoe@example\.com will get the same message/)).toBeTruthy()

    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('The email is on its way.')).toBeTruthy()
    expect(to('POST /global/staff/mail/{mailId}/resend')).toHaveLength(1)
  })

  it('says why a mail with a secret cannot be sent again', async () => {
    await openMail({ hasSecret: true, mayResend: false })
    expect(await screen.findByText(/A secret link or code is hidden/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  it('leads back to the list after the job of a failed mail runs again', async () => {
    const failed = { state: 'failed', content: null, recipient: null, customer: null, error: 'ECONNREFUSED' } as const
    const { user, place } = await openMail(failed)
    expect(await screen.findByText('ECONNREFUSED')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
    await screen.findByText('The email is on its way.')
    expect(place()).toBe('/staff/mails')
  })

  it('explains that a mail is gone', async () => {
    await openMail({}, { 'GET /global/staff/mail/{mailId}': () => refusal('NOT_FOUND', 'Not found') })
    expect(await screen.findByText('Email not found')).toBeTruthy()
  })
})

describe('sending a mail again from the command palette', () => {
  it('opens the dialog that asks first', async () => {
    const { user } = await openMail()
    await runFromPalette(user, 'Send again')
    expect(await screen.findByRole('dialog', { name: 'Send this email again?' })).toBeTruthy()
  })

  it('is not offered for a mail with a secret', async () => {
    const { user } = await openMail({ hasSecret: true, mayResend: false })
    await screen.findByText(/A secret link or code is hidden/)
    expect(await namesInPalette(user)).not.toContain('Send again')
  })

  it('is not offered without the right', async () => {
    const { user } = await openMail(
      {},
      {
        'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights: rightsOf('operator') }),
      },
    )
    expect(await namesInPalette(user)).not.toContain('Send again')
  })
})
