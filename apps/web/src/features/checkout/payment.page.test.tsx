import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aPayment } from '#lib/testing/views.ts'
import { toasts } from '#lib/toast.ts'
import { anOpenTransfer, anOrderPayment, linkKey, orderId } from './checkout.fixture.ts'
import { leftForProvider, providerPage } from './checkout-screen.fixture.tsx'

const get = 'GET /global/payment/order/{orderId}'
const begin = 'POST /global/payment/order/{orderId}/begin'
const check = 'POST /global/payment/order/{orderId}/check'
const abandon = 'POST /global/payment/order/{orderId}/abandon'
const link = 'POST /global/payment/order/{orderId}/link'
const mail = 'POST /global/payment/order/{orderId}/link/mail'
const copy = 'POST /global/payment/order/{orderId}/link/copy'
const resend = 'POST /global/payment/order/{orderId}/link/resend'
const me = 'GET /global/account/me'
const nothingShown = { requester: '', company: '', showsPoNumber: false, showsParts: false }
const revoke = 'DELETE /global/payment/order/{orderId}/link'

type View = ReturnType<typeof anOrderPayment>

async function open(view: Partial<View> | (() => Partial<View>), answers: Answers = {}, query = '') {
  const now = () => anOrderPayment(typeof view === 'function' ? view() : view)
  const gateway = stubGateway({ [get]: () => data(get, now()), [check]: () => data(check, now()), ...answers })
  const page = await renderApp(`/checkout/payment?order=${orderId}${query}`, { token: 'real' })
  await screen.findByRole('heading', { level: 1 })
  return { gateway, ...page, user: userEvent.setup() }
}

describe('the payment of an order (spec 2, /checkout/payment)', () => {
  it('shows nothing without a login and returns to the order after it (quality, decision 6)', async () => {
    const gateway = stubGateway({})
    const { place } = await renderApp(`/checkout/payment?order=${orderId}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(place()).toContain('/login?redirect='))
    expect(new URL(place(), 'http://x').searchParams.get('redirect')).toBe(`/checkout/payment?order=${orderId}`)
    expect(gateway.to(get)).toEqual([])
  })

  it.each([
    ['the order of another customer', `?order=${orderId}`, 'Can not found an order'],
    ['a missing order id', '', 'Order id not found'],
  ])('shows the spec 8 message for %s', async (_case, query, words) => {
    stubGateway({ [get]: () => refusal('NOT_FOUND', 'Not found.') })
    await renderApp(`/checkout/payment${query}`, { token: 'real' })
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
  })

  it('shows the paid and the due amount and redirects to the provider for a card', async () => {
    const paid = { paidMinor: 2000, dueMinor: 10_000 }
    const { user, gateway } = await open(paid, {
      [begin]: () => data(begin, anOrderPayment({ ...paid, redirectUrl: providerPage })),
    })
    for (const amount of ['$120.00', '$20.00', '$100.00']) expect(screen.getByText(amount)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pay $100.00' }))

    expect(screen.getByRole('alert').textContent).toBe('Please select at least one payment method')

    await user.click(screen.getByRole('radio', { name: 'Card' }))
    await user.click(screen.getByRole('checkbox', { name: /Pay \$50.00 from the balance first/ }))
    await user.click(screen.getByRole('button', { name: 'Pay $50.00 by card' }))
    await leftForProvider()

    expect(gateway.to(begin)[0]?.body).toEqual({ method: 'card', useBalance: true })
  })

  it('shows the amount of a payment that another tab has begun before the payer goes on', async () => {
    const begun = { paidMinor: 5000, dueMinor: 7000, open: aPayment({ amountMinor: 7000, usdMinor: 7000 }) }
    const resumed = anOrderPayment({ ...begun, redirectUrl: providerPage })
    const { user } = await open({}, { [begin]: () => data(begin, resumed) })
    await user.click(screen.getByRole('radio', { name: 'Card' }))
    await user.click(screen.getByRole('button', { name: 'Pay $120.00 by card' }))

    expect(await screen.findByText(/You can pay \$70\.00 on the payment page/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue to the payment page' }))
    await leftForProvider()
  })

  it('says beside the balance that a reload is on its way', async () => {
    const methods = [{ method: 'balance', refusal: 'balance-too-low' } as const]
    await open({ balanceMinor: 5000, pendingReloadMinor: 25_000, methods })
    const balance = screen.getByRole('radio', { name: 'Balance', description: /\$250\.00/ })
    expect(balance).toHaveProperty('disabled', true)
    expect(screen.getByText(/\$50\.00 available\. A reload of \$250\.00 is on its way\./)).toBeTruthy()
  })

  it('leaves the smallest card payment to the card', async () => {
    const { user } = await open({ balanceMinor: 11_980 })
    await user.click(screen.getByRole('radio', { name: 'Card' }))
    await user.click(
      screen.getByRole('checkbox', { name: /Pay \$119\.50 from the balance first, and the other \$0\.50/ }),
    )
    expect(screen.getByRole('button', { name: 'Pay $0.50 by card' })).toBeTruthy()
  })

  it('shows the amount of a transfer in each currency, then the account and the reference', async () => {
    const transfer = anOrderPayment({ result: 'pending', status: 'payment_pending', open: anOpenTransfer })
    const { user, gateway } = await open({}, { [begin]: () => data(begin, transfer) })
    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))

    const currency = screen.getByRole('combobox', { name: 'Currency of the transfer' })
    const options = () =>
      within(currency)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    expect(options()).toEqual(['USD · $120.00', 'EUR · €110.40', 'RMB · RMB\u00a0864.00'])

    // While the balance pays a share, the transfer is for the rest.
    const share = screen.getByRole('checkbox', { name: /Pay \$50.00 from the balance first/ })
    await user.click(share)
    expect(options()).toEqual(['USD', 'EUR', 'RMB'])
    await user.click(share)

    await user.selectOptions(currency, 'EUR')
    await user.click(screen.getByRole('button', { name: 'Show the bank details' }))

    expect(await screen.findByRole('heading', { name: 'Please transfer' })).toBeTruthy()
    expect(gateway.to(begin)[0]?.body).toMatchObject({ method: 'bank_transfer', bankCurrency: 'EUR' })

    const headline = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    expect(headline('To be transferred')).toBe('€110.40')
    expect(headline('Order total')).toBe('$120.00')
    expect(screen.queryByText('To be paid')).toBeNull()

    const details = within(screen.getByRole('region', { name: 'Please transfer' }))
    for (const words of ['€110.40', 'C-7K2M-41', 'FR76 3000 6000 0112 3456 7890 189', 'DEMOFRPP'])
      expect(details.getByText(words)).toBeTruthy()
    expect(screen.getByText(/Worth \$120.00: the rate is fixed until/)).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Copy: Amount' }))
    expect(await navigator.clipboard.readText()).toBe('110.40')
    // A message in the corner would cover the next value on a phone.
    expect(await screen.findByRole('button', { name: 'Copied: Amount' })).toBeTruthy()
    expect(toasts.get()).toEqual([])
  })

  it('suggests a transfer in the currency of the prices, and names the charge of a card in USD', async () => {
    const { user } = await open({ currency: 'EUR' })
    expect(screen.getByRole('radio', { name: 'Card', description: /charged in USD: \$120\.00\./ })).toBeTruthy()

    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
    const transfer = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency of the transfer' })
    expect(transfer.value).toBe('EUR')
  })

  it('asks whether the money is already sent before it abandons a transfer', async () => {
    let isOver = false
    const { user, gateway } = await open(() => (isOver ? {} : { result: 'pending', open: anOpenTransfer }), {
      [abandon]: () => {
        isOver = true
        return data(abandon, anOrderPayment())
      },
    })
    await user.click(screen.getByRole('button', { name: 'Choose another way' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Choose another way to pay?' }))
    expect(gateway.to(abandon)).toEqual([])

    await user.click(dialog.getByRole('button', { name: 'Yes, choose another way' }))
    expect(await screen.findByRole('radio', { name: 'Card' })).toBeTruthy()
  })

  it('continues a started card payment and shows why it cannot be abandoned', async () => {
    const { user } = await open(
      { open: aPayment(), redirectUrl: providerPage },
      { [abandon]: () => refusal('PAYMENT_PENDING', 'A payment of this order is under way.') },
      '&cancelled=1',
    )

    expect(screen.getByText(/without paying. No card was charged./)).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Choose another way' }))
    expect(await screen.findByText('A payment of this order is under way.')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Continue to the payment page' }))
    await leftForProvider()
  })

  it('offers no second payment while the result is pending (spec 4, PAY-5)', async () => {
    await open({ result: 'pending', open: aPayment({ state: 'processing' }) })
    expect(screen.getByText(/Do not order again and do not pay a second time/)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: /Pay|Continue|another/ })).toBeNull()
  })

  it('shows that a paid order has nothing to pay', async () => {
    await open({ result: 'paid', status: 'paid', dueMinor: 0 })
    expect(screen.getByRole('heading', { name: 'Thank you, your order is paid' })).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('is not headed “Pay” for a customer who forwarded the order to a payer', async () => {
    const expiresAt = '2026-12-01T12:00:00.000Z'
    const link = { createdAt: '2026-11-17T12:00:00.000Z', expiresAt, recipients: ['achats@example.com'] }
    const { user } = await open({ link }, {}, '&agency=1')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order C-1001: waiting for the payer')

    // What was sent, and no form that looks like something is still to be done.
    expect(screen.getByText(/^Sent to achats@example\.com on November 17, 2026.*\. Valid until/)).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Parts, quantities and amounts' })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Create a new link' }))
    expect(screen.getByRole('checkbox', { name: 'Parts, quantities and amounts' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Payment link' }))
  })

  it('shows a sent link before the methods, copies it and sends it again', async () => {
    const expiresAt = '2026-12-01T12:00:00.000Z'
    const sent = { createdAt: '2026-11-17T12:00:00.000Z', expiresAt, recipients: ['achats@example.com'] }
    const view = anOrderPayment({ link: sent })
    const { user, gateway } = await open(view, {
      [copy]: () => data(copy, { key: linkKey, expiresAt }),
      [resend]: () => data(resend, view),
    })
    const title = screen.getByRole('heading', { name: 'The payment link is sent' })
    const firstMethod = screen.getByRole('radio', { name: 'Card' })
    expect(title.compareDocumentPosition(firstMethod)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link for the payer' })
    expect(field.value).toMatch(new RegExp(`/checkout/agency-payment\\?lang=en#key=${linkKey}$`))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(field.value))
    expect(await screen.findByText(/^Link copied\. Sent to/)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1)
    expect(gateway.to(copy)[0]?.body).toEqual({ recipient: 'achats@example.com' })

    await user.click(screen.getByRole('button', { name: 'Send again' }))
    const status = await screen.findByText(/^Sent again\. Sent to achats@example\.com/)
    await waitFor(() => expect(document.activeElement).toBe(status))
    expect(gateway.to(resend)[0]?.body).toEqual({ language: 'en' })
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toHaveProperty('disabled', true)
  })

  it('says why a link cannot be sent again', async () => {
    const expiresAt = '2026-12-01T12:00:00.000Z'
    const sent = { createdAt: '2026-11-17T12:00:00.000Z', expiresAt, recipients: ['a@example.com', 'b@example.com'] }
    const refused = () => refusal('RATE_LIMITED', 'Too many mails. Try again later.')
    const { user } = await open({ link: sent }, { [resend]: refused })
    expect(screen.getByRole('button', { name: 'Copy the link of b@example.com' })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(/Too many mails/)).toBeTruthy()
    expect(screen.queryByText(/^Sent again/)).toBeNull()
  })

  it('creates a payment link with its secret in the fragment and revokes it (PAY-8)', async () => {
    let has = false
    const expiresAt = '2026-12-01T12:00:00.000Z'
    const { user, gateway } = await open(
      () => ({ link: has ? { createdAt: expiresAt, expiresAt, recipients: [] } : null }),
      {
        [link]: () => {
          has = true
          return data(link, { key: linkKey, expiresAt })
        },
        [revoke]: () => {
          has = false
          return { status: 200, body: { data: {} } }
        },
      },
      '&agency=1',
    )
    await user.click(screen.getByRole('button', { name: 'Create the link' }))

    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link for the payer' })
    const { pathname, search, hash } = new URL(field.value)

    expect([pathname, search, hash]).toEqual(['/manufacture/checkout/agency-payment', '?lang=en', `#key=${linkKey}`])

    await user.click(await screen.findByRole('button', { name: 'Revoke the link' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke the link' }))

    expect(await screen.findByText('The link is revoked.')).toBeTruthy()
    expect(gateway.to(revoke)).toHaveLength(1)
    expect(gateway.to(link)[0]?.body).toEqual(nothingShown)
  })

  it('opens in the language that the customer chooses for the payer', async () => {
    const created = { key: linkKey, expiresAt: '2026-12-01T12:00:00.000Z' }
    const { user } = await open({}, { [link]: () => data(link, created) }, '&agency=1')
    const languages = within(screen.getByRole('group', { name: 'Language of the payer' }))
    expect(languages.getByRole('radio', { name: 'English' })).toHaveProperty('checked', true)

    await user.click(languages.getByRole('radio', { name: 'Français' }))
    await user.click(screen.getByRole('button', { name: 'Create the link' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link for the payer' })
    expect(new URL(field.value).search).toBe('?lang=fr')
  })

  it('shows the payer what the customer chooses (A18)', async () => {
    const { user, gateway } = await open(
      { poNumber: 'PO-7' },
      {
        [link]: () => data(link, { key: linkKey, expiresAt: '2026-12-01T12:00:00.000Z' }),
        [me]: () => data(me, adaProfile),
      },
      '&agency=1',
    )
    await user.click(screen.getByRole('checkbox', { name: 'Parts, quantities and amounts' }))
    await user.click(screen.getByRole('checkbox', { name: 'Purchase order number PO-7' }))
    await user.click(screen.getByRole('checkbox', { name: 'Who asks' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your name' }).value).toBe('Ada Lovelace')
    await user.type(screen.getByRole('textbox', { name: 'Your company' }), 'Engines Ltd')
    await user.click(screen.getByRole('button', { name: 'Create the link' }))

    await screen.findByRole('textbox', { name: 'Link for the payer' })
    const details = { requester: 'Ada Lovelace', company: 'Engines Ltd', showsPoNumber: true, showsParts: true }
    expect(gateway.to(link)[0]?.body).toEqual(details)
  })

  it('names every wrong address, and every text with a web address, at once', async () => {
    const { user } = await open({}, {}, '&agency=1')
    await user.click(screen.getByRole('checkbox', { name: 'Send the link by e-mail' }))
    await user.click(screen.getByRole('checkbox', { name: 'Who asks' }))
    await user.type(
      screen.getByRole('textbox', { name: /^E-mail address of the purchaser/ }),
      'a@example.com, boss, b@example.com, desk',
    )
    await user.type(screen.getByRole('textbox', { name: 'Your company' }), 'https://engines.example')
    await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), 'See https://engines.example')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))

    const errorOf = (name: string | RegExp) => {
      const field = screen.getByRole('textbox', { name })
      return document.getElementById(`${field.id}-error`)?.textContent
    }
    expect(errorOf(/^E-mail address of the purchaser/)).toBe(
      'These e-mail addresses are not valid: boss, desk. At most 3 addresses at once.',
    )
    expect(errorOf('Your company')).toMatch(/^Leave out web addresses/)
    expect(errorOf('Message (optional)')).toMatch(/^Leave out web addresses/)
    expect(errorOf('Your name')).toBeUndefined()
  })

  it('mails the link, and says to whom', async () => {
    const createdAt = '2026-11-17T12:00:00.000Z'
    const expiresAt = '2026-12-01T12:00:00.000Z'
    const sent = { createdAt, expiresAt, recipients: ['buyer@example.com', 'boss@example.com'] }
    const { user, gateway } = await open({}, { [mail]: () => data(mail, anOrderPayment({ link: sent })) }, '&agency=1')
    await user.click(screen.getByRole('checkbox', { name: 'Send the link by e-mail' }))
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(screen.getByText('Enter the purchaser’s e-mail address.')).toBeTruthy()

    const recipients = screen.getByRole('textbox', { name: /^E-mail address of the purchaser/ })
    await user.type(recipients, 'buyer@example.com; boss')
    expect(screen.getByText('This e-mail address is not valid: boss.')).toBeTruthy()
    await user.type(recipients, '@example.com')

    await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), 'Please pay')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))

    const status = await screen.findByText(/^Sent to buyer@example.com, boss@example.com on .*\. Valid until/)
    await waitFor(() => expect(document.activeElement).toBe(status))
    expect(screen.queryByRole('checkbox', { name: 'Send the link by e-mail' })).toBeNull()
    const { recipients: addresses } = sent
    const written = { language: 'en', recipients: addresses, message: 'Please pay' }
    expect(gateway.to(mail)[0]?.body).toEqual({ ...nothingShown, ...written })
  })
})

describe('the result of a payment (spec 2, /checkout/success)', () => {
  const visit = async (views: (Partial<View> | undefined)[]) => {
    const next = () => anOrderPayment(views.length > 1 ? views.shift() : views[0])
    const gateway = stubGateway({ [check]: () => data(check, next()), [get]: () => data(get, next()) })
    const page = await renderApp(`/checkout/success?order=${orderId}`, { token: 'real' })
    await screen.findByRole('heading', { level: 1 })
    return { gateway, ...page }
  }
  const pending = { result: 'pending', open: aPayment({ state: 'processing' }) } as const

  it('checks the result with the provider (PAY-7)', async () => {
    const { gateway } = await visit([{ result: 'paid', dueMinor: 0 }])
    expect(screen.getByRole('heading', { name: 'Thank you, your order is paid' })).toBeTruthy()
    expect(gateway.to(check)).toHaveLength(1)
  })

  it('says what is due and when after an order on credit', async () => {
    const credit = aPayment({
      method: 'credit',
      state: 'captured',
      usdMinor: 12_000,
      capturedMinor: 12_000,
      createdAt: '2026-11-14T12:00:00.000Z',
    })
    await visit([{ result: 'paid', dueMinor: 0, payments: [credit] }])
    const title = 'Thank you, your order is placed: $120.00 to be paid by December 14, 2026'
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  it('leads back to the project, whose other parts may still be ordered', async () => {
    const projectId = '5a0c7e1d-0000-4000-8000-000000000001'
    await visit([{ result: 'paid', dueMinor: 0, projectId }])
    const link = screen.getByRole('link', { name: 'Back to the project' })
    expect(link.getAttribute('href')).toMatch(new RegExp(`/quote/${projectId}$`))
  })

  it('polls until a pending result is known (spec 4)', async () => {
    await visit([pending, { result: 'paid', dueMinor: 0 }])
    expect(screen.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeTruthy()
    expect(screen.getByText('You can leave this page safely.')).toBeTruthy()
    const paid = await screen.findByRole('heading', { name: 'Thank you, your order is paid' }, { timeout: 10_000 })
    expect(paid).toBeTruthy()
  })

  it.each([
    ['success', { result: 'paid', dueMinor: 0 }, 'Thank you, your order is paid'],
    ['failure', { result: 'due' }, 'The payment did not succeed'],
  ] as const)(
    'announces the %s of a pending payment in a region that was there before (E12)',
    async (_, end, words) => {
      await visit([pending, end])
      const region = screen.getAllByRole('status').find((element) => element.textContent === '')
      await waitFor(() => expect(region?.textContent).toBe(words))
      expect(region?.isConnected).toBe(true)
    },
  )

  it('announces nothing about a payment that was already made', async () => {
    await visit([{ result: 'paid', dueMinor: 0 }])
    const texts = screen.getAllByRole('status').map((element) => element.textContent)
    expect(texts).not.toContain('Thank you, your order is paid')
  })

  it('says who pays whom while a card payment is being confirmed', async () => {
    const unconfirmed = {
      method: 'card',
      amountMinor: 12_000,
      currency: 'USD',
      at: '2026-11-14T12:01:00.000Z',
    } as const
    await visit([{ ...pending, unconfirmed }])
    expect(screen.getByText(/You are paying us \$120\.00 by card/)).toBeTruthy()
  })

  it('links back to the payment page after a failed payment', async () => {
    await visit([pending, { result: 'due' }])
    const failed = await screen.findByRole('heading', { name: 'The payment did not succeed' }, { timeout: 10_000 })
    expect(failed).toBeTruthy()
    const back = screen.getByRole('link', { name: 'Back to the payment' })
    expect(back.getAttribute('href')).toContain(`/checkout/payment?order=${orderId}`)
  })

  it('shows that a cancelled order is closed', async () => {
    await visit([{ result: 'closed', status: 'cancelled' }])
    expect(screen.getByRole('heading', { name: 'Order C-1001 is closed' })).toBeTruthy()
  })
})
