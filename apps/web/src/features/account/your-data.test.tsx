import type { ExportView } from '@cotation/contracts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { YourData } from './your-data.tsx'

const get = 'GET /global/account/export'
const request = 'POST /global/account/export'
const ticket = 'POST /global/account/export/{exportId}/ticket'

const queued: ExportView = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'queued',
  progress: 0,
  language: 'en',
  requestedAt: '2026-03-02T09:00:00Z',
  expiresAt: null,
  bytes: null,
}
const ready: ExportView = {
  ...queued,
  state: 'ready',
  progress: 100,
  expiresAt: '2026-03-09T09:00:00Z',
  bytes: 2_460_000,
}

async function open(answers: Answers, hasPassword = true) {
  const gateway = stubGateway(answers)
  await ensureMessages(['personal-data'])
  const Screen = () => <YourData hasPassword={hasPassword} />
  await renderScreen(Screen, '/user/account/profile', '/user/account/profile', { token: 'real-token' })
  return gateway
}

describe('the export of a customer’s data', () => {
  it('asks for the password and shows its progress', async () => {
    let latest: ExportView | null = null
    const gateway = await open({
      [get]: () => data(get, { latest }),
      [request]: ({ body }) => {
        if ((body as { password: string }).password !== 'lovelace-1843')
          return refusal('PASSWORD_WRONG', 'This is not your password.')
        latest = queued
        return data(request, { latest })
      },
    })
    await press('Prepare the export')
    await enterText('Password', 'a-guess')
    const dialog = await screen.findByRole('dialog')
    const submit = () => press('Confirm')
    expect(dialog.textContent).toContain('everything we know about you')

    await submit()
    expect(await screen.findByText('This is not your password.')).toBeTruthy()
    await enterText('Password', 'lovelace-1843')
    await submit()
    expect(await screen.findByText('Your export is waiting for its turn.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(gateway.to(request)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Prepare the export' })).toBeNull()
  })

  it('is downloaded by a ticket, straight from its address', async () => {
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(new URL(this.href).pathname)
    })
    await open({
      [get]: () => data(get, { latest: ready }),
      [ticket]: () => data(ticket, { path: '/gateway/global/account/export/download/abc' }),
    })
    expect(await screen.findByText(/You can download it until March 9, 2026/)).toBeTruthy()
    await press(/Download \(2.5 MB\)/)
    await waitFor(() => expect(clicked).toEqual(['/gateway/global/account/export/download/abc']))
  })

  it('sends an account without a recent sign-in to log in again', async () => {
    await open(
      { [get]: () => data(get, { latest: null }), [request]: () => refusal('PASSWORD_REQUIRED', 'Prove it.') },
      false,
    )
    await press('Prepare the export')
    await press('Confirm')
    expect(await screen.findByRole('button', { name: 'Log in again' })).toBeTruthy()
  })

  it('says when it failed, and offers another', async () => {
    await open({ [get]: () => data(get, { latest: { ...queued, state: 'failed' } }) })
    expect(await screen.findByText('The export failed. Try again, or write to us.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Prepare a new export' })).toBeTruthy()
  })
})
