import type { DeletionLinkView, DeletionView, ObstacleView } from '@cotation/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { uuid } from '#lib/testing/views.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { AccountDeletePage } from './account-delete.page.tsx'

const get = 'GET /global/account/deletion'
const request = 'POST /global/account/deletion'
const cancel = 'DELETE /global/account/deletion'
const link = 'POST /global/account/deletion/link'
const confirm = 'POST /global/account/deletion/confirm'
const renew = 'POST /global/account/deletion/link/renew'

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
const order = { id: uuid(), number: 'C-26-10001' }

const anObstacle = (change: Partial<ObstacleView>): ObstacleView => ({
  kind: 'open-order',
  id: order.id,
  number: order.number,
  order,
  amountMinor: 5000,
  receivedMinor: 0,
  remedy: 'cancel-or-receive',
  endsAt: null,
  ...change,
})
const aBalance = anObstacle({
  kind: 'balance',
  id: uuid(),
  number: null,
  order: null,
  amountMinor: 1234,
  remedy: 'refund-or-give-up',
})

/** The sentence of an obstacle, in which numbers are elements of their own. */
const findObstacle = (text: RegExp) =>
  screen.findByText((_content, element) => element?.tagName === 'P' && text.test(element.textContent ?? ''))

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

    for (const label of ['Your e-mail address', 'Password'])
      expect(screen.getByLabelText(label), label).toHaveProperty('required', true)
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
            anObstacle({}),
            anObstacle({ ...aBalance, kind: 'credit-owed', amountMinor: 1250, remedy: 'settle-credit' }),
          ],
        }),
    })
    expect(await findObstacle(/Order C-26-10001 is not finished. Cancel it, or wait/)).toBeTruthy()
    expect(await findObstacle(/You still owe \$12.50 on your credit. Pay this amount by bank transfer/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View order C-26-10001' }).getAttribute('href')).toContain(order.id)
    expect(screen.queryByRole('button', { name: 'Request the deletion' })).toBeNull()
  })

  it('names each obstacle, when it ends and its page, also of two costs of one amount', async () => {
    const deadline = '2026-03-09T09:00:00Z'
    const cost = (number: string) =>
      anObstacle({ kind: 'additional-cost', id: uuid(), number, remedy: 'pay-or-decline', endsAt: deadline })
    const costs = [cost('A-26-10001'), cost('A-26-10002')]
    const partlyPaid = { ...cost('A-26-10003'), amountMinor: 1500, receivedMinor: 1000 }
    const claim = anObstacle({ kind: 'open-claim', id: uuid(), number: 'W-26-10001', remedy: 'order-after-sale' })
    const errors = vi.spyOn(console, 'error')
    await open({
      [get]: () =>
        data(get, {
          ...free,
          obstacles: [
            anObstacle({ remedy: 'confirm-receipt', endsAt: deadline }),
            claim,
            ...costs,
            partlyPaid,
            anObstacle({ kind: 'refund-pending', id: uuid(), remedy: 'await-refund' }),
          ],
        }),
    })

    expect(
      await screen.findByText(
        /It is delivered: confirm that it arrived, or wait until .*Mar.* 9.* completed automatically/,
      ),
    ).toBeTruthy()
    expect(
      await findObstacle(/about order C-26-10001 is open. .* after-sale order with number W-26-10001/),
    ).toBeTruthy()
    expect(await findObstacle(/The refund of \$50.00 for C-26-10001 has not arrived yet. Wait/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View the claim' }).getAttribute('href')).toContain(`claim=${claim.id}`)
    expect(
      await findObstacle(/A-26-10003, for order C-26-10001, is partly paid: \$10.00 received, \$15.00 left/),
    ).toBeTruthy()
    for (const { number, id } of costs) {
      expect(
        await findObstacle(new RegExp(`Additional cost ${number} of \\$50.00, for order C-26-10001.*expires on .*Mar`)),
      ).toBeTruthy()
      const link = screen.getByRole('link', { name: `View cost ${number}` })
      expect(link.getAttribute('href')).toContain(`cost=${id}`)
    }
    expect(errors, 'such as keys that are not unique').not.toHaveBeenCalled()
  })

  it('gives a balance up only by a ticked box', async () => {
    const withBalance: DeletionView = {
      ...free,
      balanceMinor: 1234,
      obstacles: [aBalance],
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

  it('says that the mailed link no longer works once the balance has grown, and takes a new request', async () => {
    const grown: DeletionView = {
      ...requested,
      balanceMinor: 1234,
      obstacles: [aBalance],
    }
    const { gateway } = await open({
      [get]: () => data(get, grown),
      [request]: () => data(request, { ...requested, balanceMinor: 1234 }),
    })
    const notice = await screen.findByRole('status', { name: 'The link in the mail no longer works' })
    expect(notice.textContent).toContain('Your balance is now $12.34, and not $0.00')
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeTruthy()

    await userEvent.click(screen.getByRole('checkbox', { name: /I give up my balance of \$12.34/ }))
    await enterText('Your e-mail address', 'ada@example.com')
    await enterText('Password', 'lovelace-1843')
    await press('Request the deletion')
    expect(await screen.findByRole('status', { name: 'Open the confirmation mail' })).toBeTruthy()
    expect(gateway.to(request)[0]?.body).toMatchObject({ givenUpMinor: 1234 })
  })

  it('says what blocks the mailed link in the meantime', async () => {
    await open({ [get]: () => data(get, { ...requested, obstacles: [anObstacle({})] }) })
    expect(await screen.findByRole('status', { name: 'The link in the mail does not work for now' })).toBeTruthy()
    expect(await findObstacle(/Order C-26-10001 is not finished/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request the deletion' })).toBeNull()
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
    maskedEmail: 'a•••a@example.com',
    balanceMinor: 1234,
    givenUpMinor: 1234,
    points: 120,
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
    for (const text of ['a•••a@example.com', '$12.34', 'Your coupons and your 120 points'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(isDeleted).toBe(false)
    expect(window.location.hash).toBe('')

    await press('Delete my account for good')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeTruthy()
    expect(screen.getByText(/^The account a•••a@example.com is deleted and logged out everywhere/)).toBeTruthy()
    expect(screen.queryByText(/You are still logged in/)).toBeNull()
    expect(gateway.to(confirm)[0]?.body).toEqual({ key: 'the-key' })
    await waitFor(() => expect(session.token()).toBeNull())

    // A reload still says that the account is deleted. The key goes with the page.
    expect(window.sessionStorage).toHaveLength(1)
    cleanup()
    expect(window.sessionStorage).toHaveLength(0)
  })

  it('keeps the session of another account, and says which one was deleted', async () => {
    const me = 'GET /global/account/me'
    await open(
      {
        [me]: () => data(me, { ...adaProfile, email: 'grace@example.com' }),
        [link]: () => data(link, isOpen),
        [confirm]: () => data(confirm, { state: 'deleted' }),
      },
      { path },
    )
    await press('Delete my account for good')
    expect(await screen.findByText('You are still logged in to the account grace@example.com.')).toBeTruthy()
    expect(screen.getByText(/^The account a•••a@example.com is deleted/)).toBeTruthy()
    expect(session.token()).toBe('real-token')
  })

  it('asks for a new agreement if the balance has grown, and mails a new link', async () => {
    let balanceMinor = 2000
    const { gateway } = await open(
      {
        [link]: () =>
          data(link, { ...isOpen, balanceMinor, obstacles: [anObstacle({ ...aBalance, amountMinor: balanceMinor })] }),
        [renew]: ({ body }) => {
          if (JSON.stringify(body).includes('2500')) return data(renew, { expiresAt: '2026-03-04T09:00:00Z' })
          balanceMinor = 2500
          return refusal('BALANCE_CHANGED', 'Your balance has changed.')
        },
      },
      { path, token: null },
    )
    expect(await screen.findByText(/^Your balance is now \$20.00, and not \$12.34 as it was/)).toBeTruthy()
    await press('Send me a new link')
    expect(await screen.findByText('Tick the box to give up your balance, or ask for a refund first.')).toBeTruthy()
    expect(gateway.to(renew)).toHaveLength(0)

    await userEvent.click(screen.getByRole('checkbox', { name: /I give up my balance of \$20.00/ }))
    await press('Send me a new link')
    expect(await screen.findByText('Your balance has changed.')).toBeTruthy()
    const box = await screen.findByRole('checkbox', { name: /I give up my balance of \$25.00/ })
    expect(box).toHaveProperty('checked', false)

    await userEvent.click(box)
    await press('Send me a new link')
    expect(await screen.findByRole('heading', { level: 1, name: 'Open the confirmation mail' })).toBeTruthy()
    expect(screen.getByText(/^We sent a new link to a•••a@example.com. It is valid until .*Mar.* 4/)).toBeTruthy()
    expect(gateway.to(renew).at(-1)?.body).toEqual({ key: 'the-key', givenUpMinor: 2500 })
    expect(window.sessionStorage).toHaveLength(0)
  })

  it('survives a reload until it is used or put off', async () => {
    const answers = { [link]: () => data(link, isOpen) }
    await open(answers, { path, token: null })
    await screen.findByRole('heading', { level: 1, name: 'Last step' })
    cleanup()

    const reloaded = await open(answers, { token: null })
    await screen.findByRole('heading', { level: 1, name: 'Last step' })
    expect(reloaded.gateway.to(link)[0]?.body).toEqual({ key: 'the-key' })
    await userEvent.click(screen.getByRole('link', { name: 'Not now' }))
    cleanup()

    const { place } = await open(answers, { token: null })
    await waitFor(() => expect(place()).toContain('/login?redirect='))
  })

  it('is forgotten if it is dead, so that the page asks for a new request', async () => {
    const answers = { [link]: () => refusal('DELETION_LINK_INVALID', 'An old link.') }
    await open(answers, { path, token: null })
    expect(await screen.findByText('An old link.')).toBeTruthy()
    cleanup()

    const { place } = await open(answers, { token: null })
    await waitFor(() => expect(place()).toContain('/login?redirect='))
  })

  it('is replaced by a newer one that is opened in the same tab', async () => {
    const { gateway, router } = await open(
      {
        [link]: ({ body }) =>
          JSON.stringify(body).includes('newest')
            ? data(link, isOpen)
            : refusal('DELETION_LINK_INVALID', 'An old link.'),
      },
      { path, token: null },
    )
    expect(await screen.findByText('An old link.')).toBeTruthy()
    await router.navigate({ href: '/account-delete#key=newest' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Last step' })).toBeTruthy()
    expect(gateway.to(link).at(-1)?.body).toEqual({ key: 'newest' })
  })

  it('says so if it was used', async () => {
    await open({ [link]: () => data(link, { state: 'deleted' }) }, { path, token: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeTruthy()
  })

  it('says what to do if it expired', async () => {
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
          obstacles = [anObstacle({})]
          return refusal('DELETION_BLOCKED', 'Settle this first.')
        },
      },
      { path, token: null },
    )
    await press('Delete my account for good')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is not deleted' })).toBeTruthy()
    expect(await findObstacle(/Order C-26-10001 is not finished/)).toBeTruthy()

    obstacles = []
    await press('Check again')
    expect(await screen.findByRole('button', { name: 'Delete my account for good' })).toBeTruthy()
  })
})
