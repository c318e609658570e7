import type { DeletionLinkView, DeletionView, ObstacleView } from '@cotation/contracts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { AccountDeletePage } from './account-delete.page.tsx'

const get = 'GET /global/account/deletion'
const request = 'POST /global/account/deletion'
const cancel = 'DELETE /global/account/deletion'
const link = 'POST /global/account/deletion/link'
const confirm = 'POST /global/account/deletion/confirm'

const free: DeletionView = {
  email: 'ada@example.com',
  hasPassword: true,
  balanceMinor: 0,
  points: 120,
  obstacles: [],
  request: null,
}
const requested: DeletionView = {
  ...free,
  request: { requestedAt: '2026-03-02T09:00:00Z', expiresAt: '2026-03-03T09:00:00Z', givenUpMinor: 0 },
}
const order = { id: '00000000-0000-4000-8000-000000000001', number: 'C-26-10001' }

async function open(answers: Answers, { path = '/account-delete', token = 'real-token' as string | null } = {}) {
  const gateway = stubGateway(answers)
  await ensureMessages(['personal-data'])
  const visit = token === null ? {} : { token }
  return { gateway, ...(await renderScreen(AccountDeletePage, '/account-delete', path, visit)) }
}

describe('the request to delete an account', () => {
  it('says what happens and sends the typed address with the password', async () => {
    const { gateway } = await open({ [get]: () => data(get, free), [request]: () => data(request, requested) })
    expect(await screen.findByText('Your coupons and your 120 points')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Kept for 10 years' })).toBeTruthy()

    await press('Request the deletion')
    expect(await screen.findByText('Please enter your e-mail.')).toBeTruthy()
    expect(screen.getByText('Please enter your password.')).toBeTruthy()
    expect(gateway.to(request)).toHaveLength(0)

    await enterText('Your e-mail address', 'ada@example.com')
    await enterText('Password', 'lovelace-1843')
    await press('Request the deletion')
    expect(await screen.findByRole('status', { name: 'Open the confirmation mail' })).toBeTruthy()
    expect(gateway.to(request)[0]?.body).toEqual({ email: 'ada@example.com', password: 'lovelace-1843' })
  })

  it('shows what blocks it, with a link to settle it, instead of the form', async () => {
    await open({
      [get]: () =>
        data(get, {
          ...free,
          obstacles: [
            { kind: 'open-order', order, amountMinor: 5000 },
            { kind: 'credit-owed', order: null, amountMinor: 1250 },
          ],
        }),
    })
    expect(await screen.findByText(/Order C-26-10001 is not finished/)).toBeTruthy()
    expect(screen.getByText('You still owe $12.50 on your credit.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View the order' }).getAttribute('href')).toContain(order.id)
    expect(screen.queryByRole('button', { name: 'Request the deletion' })).toBeNull()
  })

  it('gives a balance up only by a ticked box', async () => {
    const withBalance: DeletionView = {
      ...free,
      balanceMinor: 1234,
      obstacles: [{ kind: 'balance', order: null, amountMinor: 1234 }],
    }
    const { gateway } = await open({
      [get]: () => data(get, withBalance),
      [request]: () => data(request, { ...requested, balanceMinor: 1234 }),
    })
    await enterText('Your e-mail address', 'ada@example.com')
    await enterText('Password', 'lovelace-1843')
    await press('Request the deletion')
    expect(await screen.findByText('Tick the box to give up your balance, or ask for a refund first.')).toBeTruthy()
    expect(gateway.to(request)).toHaveLength(0)

    await userEvent.click(screen.getByRole('checkbox', { name: /I give up my balance of \$12.34/ }))
    await press('Request the deletion')
    await waitFor(() => expect(gateway.to(request)[0]?.body).toMatchObject({ givenUpMinor: 1234 }))
  })

  it('keeps what was typed when the password is wrong', async () => {
    await open({
      [get]: () => data(get, free),
      [request]: () => refusal('PASSWORD_WRONG', 'This is not your password.'),
    })
    await enterText('Your e-mail address', 'ada@example.com')
    await enterText('Password', 'a-guess')
    await press('Request the deletion')
    expect(await screen.findByText('This is not your password.')).toBeTruthy()
    expect(screen.getByLabelText('Your e-mail address')).toHaveProperty('value', 'ada@example.com')
  })

  it('can be cancelled while it waits', async () => {
    const { gateway } = await open({ [get]: () => data(get, requested), [cancel]: () => data(cancel, free) })
    await press('Keep my account')
    expect(await screen.findByRole('button', { name: 'Request the deletion' })).toBeTruthy()
    expect(gateway.to(cancel)).toHaveLength(1)
  })

  it('leads a visitor to the login and back (spec 2)', async () => {
    const { place } = await open({}, { token: null })
    await waitFor(() => expect(place()).toBe(`/login?redirect=${encodeURIComponent('/account-delete')}`))
  })
})

describe('the mailed link', () => {
  const path = '/account-delete#key=the-key'
  const isOpen = {
    state: 'open' as const,
    expiresAt: '2026-03-03T09:00:00Z',
    obstacles: [] as ObstacleView[],
  } satisfies DeletionLinkView

  it('deletes only after a press, without a login, and ends the session of the browser', async () => {
    let isDeleted = false
    const { gateway } = await open(
      {
        'GET /global/account/me': () => refusal('UNAUTHENTICATED', 'Log in.'),
        [link]: () => data(link, isOpen),
        [confirm]: () => {
          isDeleted = true
          return data(confirm, { state: 'deleted' })
        },
      },
      { path },
    )
    await screen.findByRole('heading', { level: 1, name: 'Last step' })
    expect(isDeleted).toBe(false)
    expect(window.location.hash).toBe('')

    await press('Delete my account for good')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeTruthy()
    expect(gateway.to(confirm)[0]?.body).toEqual({ key: 'the-key' })
    await waitFor(() => expect(session.token()).toBeNull())
  })

  it('that was used says so', async () => {
    await open({ [link]: () => data(link, { state: 'deleted' }) }, { path, token: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeTruthy()
  })

  it('that expired says what to do', async () => {
    const { place } = await open(
      { [link]: () => refusal('DELETION_LINK_INVALID', 'This link expires after 24 hours.') },
      { path, token: null },
    )
    expect(await screen.findByText('This link expires after 24 hours.')).toBeTruthy()
    await press('Make a new request')
    await waitFor(() => expect(place()).toContain('/login?redirect='))
  })

  it('shows what has come up since the request', async () => {
    let obstacles: DeletionView['obstacles'] = []
    await open(
      {
        [link]: () => data(link, { ...isOpen, obstacles }),
        [confirm]: () => {
          obstacles = [{ kind: 'open-order', order, amountMinor: 5000 }]
          return refusal('DELETION_BLOCKED', 'Settle this first.')
        },
      },
      { path, token: null },
    )
    await press('Delete my account for good')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is not deleted' })).toBeTruthy()
    expect(screen.getByText(/Order C-26-10001 is not finished/)).toBeTruthy()

    obstacles = []
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Delete my account for good' })).toBeTruthy()
  })
})
