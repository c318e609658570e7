import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { linkQueryKey } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aPayment } from '#lib/testing/views.ts'
import { aLinkPayment, anOpenTransfer, linkKey } from './checkout.fixture.ts'
import { leftForProvider, providerPage } from './checkout-screen.fixture.tsx'

const link = 'POST /global/payment/link'
const begin = 'POST /global/payment/link/begin'
const check = 'POST /global/payment/link/check'

async function open(answers: Answers, path = `/checkout/agency-payment#key=${linkKey}`) {
  const gateway = stubGateway(answers)
  const page = await renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return { gateway, ...page, user: userEvent.setup() }
}

describe('a payment on behalf of another person (spec 2, /checkout/agency-payment)', () => {
  it('shows the payment without a login and removes the secret from the URL (PAY-8)', async () => {
    const { gateway, place } = await open({ [link]: () => data(link, aLinkPayment()) })
    expect(screen.getByRole('heading', { name: 'Pay order C-1001' })).toBeTruthy()
    expect(screen.getByText('$120.00')).toBeTruthy()
    await waitFor(() => expect(place()).toBe('/checkout/agency-payment'))
    expect(gateway.to(link)[0]).toMatchObject({ body: { key: linkKey }, query: {}, token: null })
    expect(Object.values(window.sessionStorage)).toEqual([linkKey])
  })

  it('always names the seller, and nothing about the customer unless it was chosen (A18)', async () => {
    await open({ [link]: () => data(link, aLinkPayment()) })
    expect(screen.getByText('Cotation (Cotation SAS)')).toBeTruthy()
    expect(screen.getByText('1 rue de l’Exemple, 75000 Paris, France')).toBeTruthy()
    expect(screen.queryByText('Requested by')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows requester, company, purchase order number, parts and amounts (A18)', async () => {
    const part = { name: 'bracket.step', material: 'Aluminium 6061', quantity: 12, totalMinor: 9000 }
    const amounts = {
      smallOrderMinor: 0,
      discountMinor: -500,
      shippingMinor: 1500,
      taxPercent: 20,
      taxMinor: 2000,
      totalMinor: 12_000,
    }
    const order = {
      requester: 'Ada Byron',
      company: 'Engines Ltd',
      poNumber: 'PO-7',
      content: { parts: [part], amounts },
    }
    await open({ [link]: () => data(link, aLinkPayment({ order })) })

    for (const text of ['Ada Byron', 'Engines Ltd', 'PO-7']) expect(screen.getByText(text)).toBeTruthy()

    const rows = within(screen.getByRole('table', { name: 'What you pay for' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'PartQuantityAmount',
      'bracket.stepAluminium 606112$90.00',
      'Discount−$5.00',
      'Shipping$15.00',
      'VAT 20%$20.00',
      'Total$120.00',
    ])
  })

  it('mentions no currency without the amount to pay in it', async () => {
    const bankAmounts = [
      { minor: 12_000, currency: 'USD' as const },
      { minor: 11_040, currency: 'EUR' as const },
    ]
    await open({ [link]: () => data(link, aLinkPayment({ currency: 'EUR', bankAmounts })) })

    expect(screen.getByText(/^To our account: \$120\.00 or €110\.40\./)).toBeTruthy()
    expect(screen.getByText(/charged in USD: \$120\.00\.$/)).toBeTruthy()
    expect(screen.queryByText(/\b(EUR|euros?|HKD|GBP)\b/i)).toBeNull()
  })

  it('redirects to the provider for a card payment', async () => {
    const { user, gateway } = await open({
      [link]: () => data(link, aLinkPayment()),
      [begin]: () => data(begin, aLinkPayment({ open: aPayment(), redirectUrl: providerPage })),
    })
    await user.click(screen.getByRole('button', { name: 'Pay $120.00' }))

    expect(screen.getByRole('alert').textContent).toBe('Please select at least one payment method')

    await user.click(screen.getByRole('radio', { name: 'Card' }))
    await user.click(screen.getByRole('button', { name: 'Pay $120.00 by card' }))
    await leftForProvider()

    expect(gateway.to(begin)[0]?.body).toEqual({ key: linkKey, method: 'card' })
  })

  it('shows the bank account for a transfer', async () => {
    const { user } = await open({
      [link]: () => data(link, aLinkPayment()),
      [begin]: () => data(begin, aLinkPayment({ result: 'pending', open: anOpenTransfer })),
    })
    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
    await user.click(screen.getByRole('button', { name: 'Show the bank details' }))
    expect(await screen.findByText('C-7K2M-41')).toBeTruthy()
    expect(screen.getByText('To be transferred').nextElementSibling?.textContent).toBe('€110.40')
    expect(screen.getByText(/this link shows these details again/)).toBeTruthy()
    expect(screen.queryByText(/the details stay in your account/)).toBeNull()
  })

  it('checks the result with the stored secret after the return from the provider', async () => {
    window.sessionStorage.setItem('agencyKey', linkKey)
    const path = '/checkout/agency-payment?done=1'
    const { gateway } = await open({ [check]: () => data(check, aLinkPayment({ result: 'paid', dueMinor: 0 })) }, path)
    expect(screen.getByRole('heading', { name: 'The order is paid, thank you' })).toBeTruthy()
    expect(gateway.to(check)[0]?.body).toEqual({ key: linkKey })
  })

  it('does not open an earlier payment with a truncated link', async () => {
    window.sessionStorage.setItem('agencyKey', linkKey)
    const path = '/checkout/agency-payment#key=cut'
    const { gateway, place } = await open({ [link]: () => data(link, aLinkPayment()) }, path)
    await waitFor(() => expect(place()).toBe('/checkout/agency-payment'))
    expect(screen.getByRole('heading', { name: 'This payment link is not valid' })).toBeTruthy()
    expect(gateway.to(link)).toEqual([])
  })

  it('blocks a second payment while the result is pending', async () => {
    const view = aLinkPayment({ result: 'pending', open: aPayment({ state: 'processing' }) })
    await open({ [link]: () => data(link, view) })
    expect(screen.getByText(/Do not pay a second time/)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('says that the customer has opened a card page, and offers no second payment', async () => {
    const customerPayment = {
      method: 'card',
      amountMinor: 12_000,
      currency: 'USD',
      reference: null,
      startedAt: '2026-11-14T12:01:00.000Z',
      expiresAt: '2026-11-15T12:01:00.000Z',
    } as const
    await open({ [link]: () => data(link, aLinkPayment({ customerPayment, methods: [], bankAmounts: [] })) })

    const begun = within(screen.getByRole('region', { name: 'A card payment was started' }))
    expect(begun.getByText(/\$120\.00 was opened on November 14, 2026.*Nothing has been paid yet/)).toBeTruthy()
    expect(begun.getByText(/This payment stays open until November 15, 2026/)).toBeTruthy()
    expect(screen.getByText('To be paid').parentElement?.textContent).toContain('$120.00')
    expect(screen.queryByText(/being confirmed/)).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('says that a transfer which has arrived is being checked', async () => {
    const received = { ...anOpenTransfer, state: 'processing' } as const
    const at = '2026-11-14T12:00:00.000Z'
    const unconfirmed = { method: 'bank_transfer', amountMinor: 11_040, currency: 'EUR', at } as const
    await open({ [link]: () => data(link, aLinkPayment({ result: 'pending', open: received, unconfirmed })) })
    expect(screen.getByText(/A transfer of €110.40 arrived on .*Nov.* 14.* and our team is checking it/)).toBeTruthy()
    expect(screen.queryByText(/we send the result|Your payment/)).toBeNull()
    expect(screen.queryByText('C-7K2M-41')).toBeNull()
  })

  it.each([
    ['a revoked link', `#key=${linkKey}`, 'This payment link is not valid'],
    ['a truncated link', '#key=abc', 'This payment link is not valid'],
    ['no link at all', '', 'This payment link is not valid'],
  ])('reveals nothing for %s', async (_case, hash, words) => {
    const { gateway } = await open(
      { [link]: () => refusal('NOT_FOUND', 'Not found.') },
      `/checkout/agency-payment${hash}`,
    )
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
    expect(gateway.to(begin)).toEqual([])
  })

  const confirming = { result: 'pending', open: aPayment({ state: 'processing' }) } as const
  it.each([
    ['a card payment that succeeds', confirming, { result: 'paid' }, 'The order is paid, thank you'],
    ['a card payment that fails', confirming, { result: 'due' }, 'The payment did not succeed'],
    ['a transfer that arrives', { result: 'pending', open: anOpenTransfer }, { result: 'paid' }, 'The order is paid'],
    ['an order that is cancelled', {}, { result: 'closed' }, 'There is nothing to pay'],
  ] as const)('announces the result to screen readers: %s', async (_case, before, after, words) => {
    let view = aLinkPayment(before)
    await open({ [link]: () => data(link, view), [check]: () => data(check, view) })
    const regions = within(screen.getByRole('main')).getAllByRole('status')
    const region = regions.find(({ className }) => className === 'visually-hidden')
    expect(region?.textContent).toBe('')

    view = aLinkPayment(after)
    await act(() => queryClient.invalidateQueries({ queryKey: linkQueryKey }))
    await waitFor(() => expect(region?.textContent).toContain(words))
    expect(region?.isConnected).toBe(true)
  })

  it('shows the payer what was paid with the link, how and when', async () => {
    const paid = [
      {
        method: 'card',
        amountMinor: 12_000,
        refundedMinor: 2000,
        currency: 'USD',
        paidAt: '2026-11-14T12:00:00.000Z',
      } as const,
    ]
    await open({ [link]: () => data(link, aLinkPayment({ result: 'paid', dueMinor: 0, order: null, paid })) })

    expect(screen.getByRole('heading', { name: 'The order is paid, thank you' })).toBeTruthy()
    const shown = screen.getByText('Paid with this link').parentElement?.textContent
    expect(shown).toMatch(/\$120\.00 by card on Nov.* 14, 2026\. \$20\.00 of it was refunded\./)
  })

  it('shows that a closed order has nothing to pay', async () => {
    await open({ [link]: () => data(link, aLinkPayment({ result: 'closed' })) })
    expect(screen.getByRole('heading', { name: 'There is nothing to pay' })).toBeTruthy()
    expect(screen.getByText('Cotation (Cotation SAS)')).toBeTruthy()
  })
})
