import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { enterText } from '#lib/testing/user-actions.ts'
import { aReload, someTransfer } from './balance.fixture.ts'

const me = 'GET /global/account/me'
const create = 'POST /global/account/balance/reload'
const amount = 'Amount in USD'

// Only the hash changes, because the test's browser cannot leave the page.
const provider = '#provider'
const left = () => window.location.hash

beforeEach(() => window.location.assign('#'))

async function open(answers: Answers = {}, language: 'en' | 'fr' = 'en') {
  const gateway = stubGateway({
    [me]: () => data(me, { ...adaProfile, isRecharge: true }),
    [create]: () => data(create, aReload({ redirectUrl: provider })),
    ...answers,
  })
  return { gateway, ...(await renderApp('/user/account/balance/reload', { token: 'real', language })) }
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const bodies = (gateway: ReturnType<typeof stubGateway>) =>
  gateway.to(create).map(({ body }) => body as { submissionKey: string; amountUsd: number })

describe('the reload (spec 5, Balance)', () => {
  it('redirects accounts that may not reload (spec 2, guard)', async () => {
    const { place } = await open({
      [me]: () => data(me, { ...adaProfile, isRecharge: false }),
      'GET /global/account/balance': () => refusal('UNEXPECTED', 'x'),
      'GET /global/account/balance/rechargeList': () => refusal('UNEXPECTED', 'x'),
    })
    expect(place()).toMatch(/\/user\/account\/balance$/)
  })

  it.each([
    ['', 'Enter the amount.'],
    ['99', 'A reload is at least USD 100.'],
    ['100.5', 'The amount is a whole number of dollars.'],
    ['-100', 'A reload is at least USD 100.'],
    ['1e3', 'Enter the amount.'],
    ['100001', 'A reload is at most USD 100,000.'],
  ])('refuses the amount %j before sending (PAY-10)', async (typed, words) => {
    const { gateway } = await open()
    if (typed) await enterText(amount, typed)
    else await screen.findByLabelText(amount)
    await userEvent.click(screen.getByRole('button', { name: /Continue|Pay/ }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(gateway.to(create)).toEqual([])
  })

  it('goes to the provider’s page for a card', async () => {
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: '$500' }))
    await press('Pay $500 by card')
    await waitFor(() => expect(left()).toBe(provider))

    expect(bodies(gateway)).toEqual([
      { amountUsd: 500, method: 'card', submissionKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(screen.getByText('Redirecting to the payment page…')).toBeTruthy()
  })

  it('accepts a thousand with a space', async () => {
    const { gateway } = await open()
    await enterText(amount, '1 000')
    await press('Pay $1,000 by card')
    await waitFor(() => expect(bodies(gateway).map(({ amountUsd }) => amountUsd)).toEqual([1000]))
  })

  it('has the same submission key in a retry, and another for another amount (PAY-2)', async () => {
    let fails = true
    const { gateway } = await open({
      [create]: () =>
        fails
          ? refusal('PROVIDER_UNAVAILABLE', 'The provider does not answer.')
          : data(create, aReload({ redirectUrl: provider })),
    })
    await enterText(amount, '100')
    await press('Pay $100 by card')

    expect(await screen.findByText('The provider does not answer.')).toBeTruthy()

    await press('Pay $100 by card')
    await waitFor(() => expect(bodies(gateway)).toHaveLength(2))
    await enterText(amount, '200')
    fails = false
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $200 by card' })).toBeTruthy())
    await press('Pay $200 by card')
    await waitFor(() => expect(bodies(gateway)).toHaveLength(3))

    const [first, second, third] = bodies(gateway).map(({ submissionKey }) => submissionKey)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('shows the bank details of a transfer, each with a copy button', async () => {
    const copied: string[] = []
    const { gateway } = await open({
      [create]: () => data(create, aReload({ method: 'bank_transfer', payment: someTransfer, redirectUrl: null })),
    })
    await enterText(amount, '100')
    await userEvent.click(screen.getByRole('radio', { name: 'Bank transfer' }))

    const user = userEvent.setup()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency of the transfer' }), 'RMB')
    await user.click(screen.getByRole('button', { name: 'Get the transfer details' }))

    expect(await screen.findByText('Make this transfer now')).toBeTruthy()
    expect(gateway.to(create)[0]?.body).toMatchObject({ method: 'bank_transfer', bankCurrency: 'CNY' })
    expect(screen.getByText(/^RMB\s723\.45$/)).toBeTruthy()

    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => copied.push(text) },
    })
    await user.click(screen.getByRole('button', { name: 'Copy: Amount' }))
    await user.click(screen.getByRole('button', { name: 'Copy: Reference' }))

    expect(copied).toEqual(['723.45', someTransfer.bank?.reference])
    expect(left()).toBe('')
  })

  it('goes to the balance page if it was already sent', async () => {
    const standing = aReload({ state: 'pending', redirectUrl: null, availableAt: '2026-11-14T12:05:00.000Z' })
    const { place } = await open({
      [create]: () => data(create, standing),
      'GET /global/account/balance': () => refusal('UNEXPECTED', 'x'),
      'GET /global/account/balance/rechargeList': () => refusal('UNEXPECTED', 'x'),
      'POST /global/account/balance/reload/{reloadId}/check': () =>
        data('POST /global/account/balance/reload/{reloadId}/check', standing),
    })
    await enterText(amount, '100')
    await press('Pay $100 by card')

    expect(await screen.findByText('$100.00 are paid, the credit is pending')).toBeTruthy()
    expect(place()).toContain(`?reload=${standing.id}`)
  })

  it('explains why a paid amount is pending, also in French', async () => {
    await open({}, 'fr')
    expect(await screen.findByText(/la somme reste en attente cinq à dix minutes/)).toBeTruthy()
  })
})
