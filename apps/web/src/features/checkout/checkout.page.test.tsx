import type { LandedCharge } from '@cotation/pricing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { ApiError } from '#lib/gateway/api-error.ts'
import { type Answers, type Call, data, refusal } from '#lib/testing/gateway-stub.ts'
import { anAddressView, projectId } from '#lib/testing/views.ts'
import { aCheckoutView, aLine, aProject, aTotal } from './checkout.fixture.ts'
import {
  aServer,
  type Basket,
  basket,
  home,
  open,
  openFilled,
  orderButton,
  preview,
  section,
  submit,
  summary,
  total,
} from './checkout-screen.fixture.tsx'
import { retryDelayMs } from './form/use-preview.ts'

describe('the basket of the checkout (spec 2, /checkout)', () => {
  it('starts with every ready line, the default address and the cheapest carrier', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const { gateway } = await open({ lines })
    await total('$220.00')

    expect(basket(gateway.to(preview).at(-1) as Call)).toMatchObject({
      lineIds: lines.map(({ id }) => id),
      shippingAddressId: home.id,
      carrier: 'dhl',
    })

    const parts = section('Parts')
    expect(parts.getAllByText('Aluminium 6061 · CNC milling')).toHaveLength(2)
    expect(parts.getAllByText('$100.00')).toHaveLength(2)
  })

  it('adds the lines up to one row, whose services are named', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const amounts = { goodsMinor: 12_500, servicesMinor: 7_500 }
    const plain = aTotal(20_000, 2)
    const withServices = { ...plain, ...amounts, display: { ...plain.display, ...amounts } }
    await open({ lines, answers: { [preview]: () => data(preview, aCheckoutView(lines, { total: withServices })) } })
    await total('$220.00')

    const row = summary()
      .getByText(/^Parts \(2 lines\)/)
      .closest('div')
    expect(row?.textContent).toBe('Parts (2 lines)Services included: $75.00.$200.00')
    expect(summary().queryByText('$125.00')).toBeNull()
  })

  it('says that services do not count towards the minimum of a small order', async () => {
    const plain = aTotal(10_000)
    const small = { smallOrder: [{ technologyId: 23 as const, minor: 500 }], smallOrderMinor: 500 }
    const missing = { ...plain, ...small, display: { ...plain.display, smallOrderMinor: 500 } }
    await open({ lines: [aLine('bracket.step')], view: () => ({ total: missing }) })

    expect(await summary().findByText('Small-order supplement')).toBeTruthy()
    const note = 'Up to the minimum order of CNC machining. Services do not count towards it.'
    expect(summary().getByText(note)).toBeTruthy()
  })

  it('says for a transfer that the dates count from the day of payment', async () => {
    const { user } = await openFilled()
    const words = /the dates count from the day it arrives/
    expect(summary().queryByText(words)).toBeNull()

    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
    expect(summary().getByText(words)).toBeTruthy()
  })

  it('says which lines cost less because their lead time brought nothing', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const read = 'GET /global/project/{projectId}'
    const change = { lineId: lines[1]?.id ?? '', from: 'express', to: 'standard' } as const
    const answer = () => data(read, { revision: 2, project: aProject(lines), cheaperLeads: [change] })
    await open({ lines, answers: { [read]: answer } })
    expect(
      await screen.findByText(/^lid\.step: Express would not arrive sooner, so the lead time is now Standard/),
    ).toBeTruthy()
  })

  it('starts with the lines that the URL names', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    await open({ lines }, `&lines=${lines[1]?.id}`)
    await total('$120.00')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Order bracket.step' }).checked).toBe(false)
  })

  it('omits a deselected line from the preview', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const { user, gateway } = await open({ lines })
    await total('$220.00')
    await user.click(screen.getByRole('checkbox', { name: 'Order bracket.step' }))
    await total('$120.00')
    expect(basket(gateway.to(preview).at(-1) as Call).lineIds).toEqual([lines[1]?.id])
  })

  it('lists lines that are not ready with the reason and a link back', async () => {
    const undecided = aLine('shaft.step', { status: 'needs-decision' })
    await open({ lines: [aLine('bracket.step'), undecided] })
    await total('$120.00')
    expect(screen.getByText('Needs your decision')).toBeTruthy()
    // Begins with the words shown, so that voice control finds it.
    const back = screen.getByRole('link', { name: 'Back to the project, shaft.step' })
    expect(back.textContent).toBe('Back to the project')
    expect(back.getAttribute('href')).toContain(`/quote/${projectId}?part=${undecided.id}`)
  })

  it('explains a project without ready lines, a missing project id and an unknown project', async () => {
    await open({ lines: [aLine('a', { status: 'analysing' })] })
    expect(await screen.findByRole('heading', { name: 'No part is ready to be ordered' })).toBeTruthy()
    await renderApp('/checkout', { token: 'real' })
    expect(await screen.findByRole('heading', { name: 'Which parts would you like to order?' })).toBeTruthy()
    aServer({ lines: [], answers: { 'GET /global/project/{projectId}': () => refusal('NOT_FOUND', 'Not found.') } })
    await renderApp(`/checkout?project=${projectId}`, { token: 'real' })
    expect(await screen.findByRole('heading', { name: 'This project was not found' })).toBeTruthy()
  })
})

describe('carriage and import at checkout', () => {
  const duty: LandedCharge = {
    kind: 'duty',
    name: { fr: 'Droits de douane', en: 'Customs duty' },
    hsCode: '761699',
    base: 'cif',
    baseMinor: 12_000,
    ratePercent: 6,
    amountMinor: 720,
    source: { name: 'TARIC', date: '2026-11-17' },
  }

  it('explains why a light parcel is billed by its volume', async () => {
    await open({ lines: [aLine('bracket.step')] })
    await total('$120.00')
    expect(
      screen.getByText(
        'Billed weight: 12 kg. The box measures 50 × 40 × 30 cm, ÷ 5,000 = 12 kg, more than the 3.5 kg it weighs.',
      ),
    ).toBeTruthy()
  })

  it('shows import charges with base and rate beside the total, which they are not part of', async () => {
    const landed = { state: 'estimated', charges: [duty], dutyMinor: 720, taxMinor: 0 } as const
    const { user } = await open({ lines: [aLine('bracket.step')], view: () => ({ landed }) })
    await total('$120.00')

    await user.click(screen.getByText(/^To pay to customs \(estimate\)/))
    expect(screen.getByText('6% of $120.00 (parts and shipping)')).toBeTruthy()
    expect(screen.getByText('Estimated landed cost').closest('div')?.textContent).toContain('$127.20')
  })

  it('shows the proposed HS code, the origin and the weight of each line', async () => {
    await open({ lines: [aLine('bracket.step')] })
    await total('$120.00')
    expect(screen.getByText('HS code 3926.90 (proposed) · origin: China · net weight 0.12 kg')).toBeTruthy()
  })

  it('says that a country has no estimate', async () => {
    await open({ lines: [aLine('bracket.step')] })
    await total('$120.00')
    expect(screen.getByText('No estimate of duty and tax for this country.')).toBeTruthy()
  })
})

describe('the address books at checkout', () => {
  const book = 'GET /global/account/address'

  it('offer every address of a book that is longer than one page', async () => {
    const addresses = Array.from({ length: 130 }, (_, at) =>
      anAddressView({ firstName: `Person ${at}`, isDefault: at === 0 }),
    )
    const answers: Answers = {
      [book]: ({ query }) => {
        const start = (Number(query.page) - 1) * Number(query.pageSize)
        return data(book, { addresses: addresses.slice(start, start + Number(query.pageSize)), total: 130 })
      },
    }
    await open({ lines: [aLine('bracket.step')], answers })
    await total('$120.00')

    expect(screen.getByText(/Person 129/)).toBeTruthy()
  })
})

describe('an updated preview', () => {
  it('drops a late response for an earlier basket', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const late: (() => void)[] = []
    const answers: Answers = {
      [preview]: async (call) => {
        const { lineIds } = basket(call)
        const asked = lines.filter(({ id }) => lineIds.includes(id))
        const isOfLid = lineIds.length === 1 && lineIds[0] === lines[1]?.id
        if (isOfLid) await new Promise<void>((resolve) => late.push(resolve))
        return data(preview, aCheckoutView(asked, isOfLid ? { total: aTotal(77_700) } : {}))
      },
    }
    const { user } = await open({ lines, answers })

    await total('$220.00')
    await user.click(screen.getByRole('checkbox', { name: 'Order bracket.step' }))
    await waitFor(() => expect(late).toHaveLength(1))
    await user.click(screen.getByRole('checkbox', { name: 'Order bracket.step' }))
    await user.click(screen.getByRole('checkbox', { name: 'Order lid.step' }))
    await total('$120.00')
    for (const answer of late) answer()
    await new Promise((resolve) => setTimeout(resolve))
    await total('$120.00')

    expect(summary().queryByText('$797.00')).toBeNull()
  })

  it('marks stale figures and does not submit an order with them', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const held: { release?: () => void } = {}
    const answers: Answers = {
      [preview]: async (call) => {
        const asked = lines.filter(({ id }) => basket(call).lineIds.includes(id))
        if (asked.length === 1)
          await new Promise<void>((resolve) => {
            held.release = resolve
          })
        return data(preview, aCheckoutView(asked))
      },
    }
    const { user, gateway } = await openFilled({ lines, answers }, '', '$220.00')
    await user.click(screen.getByRole('checkbox', { name: 'Order lid.step' }))

    expect(summary().getByText('Updating…')).toBeTruthy()

    await total('$220.00')
    await user.click(orderButton())

    expect(gateway.to(submit)).toEqual([])

    await waitFor(() => expect(held.release).toBeDefined())
    held.release?.()
    await total('$120.00')

    expect(summary().queryByText('Updating…')).toBeNull()
  })

  it('shows that there is no total and offers a retry when the request fails', async () => {
    let down = true
    const lines = [aLine('bracket.step')]
    const answers: Answers = {
      [preview]: () => (down ? refusal('BUSY', 'System is busy') : data(preview, aCheckoutView(lines))),
    }
    const { user } = await open({ lines, answers })

    expect(await summary().findByText('System is busy')).toBeTruthy()

    down = false
    await user.click(summary().getByRole('button', { name: 'Try again' }))
    await total('$120.00')
  })
})

describe('a connection that is lost during the checkout (E18)', () => {
  /** Two lines, of which one is deselected while there is no connection. */
  const openAndLoseConnection = async () => {
    const connection = { isLost: false }
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const answers: Answers = {
      [preview]: (call) => {
        if (connection.isLost) throw new Error('no connection')
        return data(preview, aCheckoutView(lines.filter(({ id }) => basket(call).lineIds.includes(id))))
      },
    }
    const page = await openFilled({ lines, answers }, '', '$220.00')
    connection.isLost = true
    await page.user.click(screen.getByRole('checkbox', { name: 'Order lid.step' }))
    const notice = await summary().findByRole('alert', { name: 'The totals are not up to date' })

    return { ...page, connection, notice }
  }

  it('marks the old totals and orders nothing with them', async () => {
    const { user, gateway, notice } = await openAndLoseConnection()
    expect(notice.textContent).toContain('We try again automatically.')
    expect(summary().getByText('$220.00', { selector: 'data' }).closest('[data-stale]')).toBeTruthy()

    const asked = gateway.to(preview).length
    await user.click(summary().getByRole('button', { name: 'Place the order' }))
    await waitFor(() => expect(gateway.to(preview).length).toBeGreaterThan(asked))
    expect(document.activeElement).toBe(notice)
    expect(gateway.to(submit)).toEqual([])
  })

  it('updates the totals when the browser is online again, and says so', async () => {
    const { user, gateway, connection } = await openAndLoseConnection()
    window.dispatchEvent(new Event('offline'))
    connection.isLost = false
    window.dispatchEvent(new Event('online'))

    await total('$120.00')
    expect(summary().queryByText('The totals are not up to date')).toBeNull()
    expect(summary().getByRole('status').textContent).toBe('Totals updated.')

    await user.click(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
  })

  it('updates the totals by itself if the browser did not notice that it was offline', async () => {
    const { connection } = await openAndLoseConnection()
    connection.isLost = false
    expect(await summary().findByText('$120.00', { selector: 'data' })).toBeTruthy()
  })

  it('is tried again at growing intervals, and a refusal is not', () => {
    const lost = new ApiError({ code: 'NETWORK', status: 0, message: '' })
    expect([1, 2, 3, 4, 5, 50].map((failures) => retryDelayMs(lost, failures))).toEqual([
      2000, 5000, 10_000, 20_000, 30_000, 30_000,
    ])
    expect(retryDelayMs(new ApiError({ code: 'BUSY', status: 503, message: '' }), 1)).toBe(2000)
    expect(retryDelayMs(new ApiError({ code: 'NOT_FOUND', status: 404, message: '' }), 1)).toBe(false)
  })
})

describe('the required entries of an order (spec 5, Checkout)', () => {
  it('shows the spec 8 message in each incomplete section and focuses the first one', async () => {
    const { user, gateway } = await open({ lines: [aLine('a')], addresses: [], view: () => ({ offers: [] }) })
    await waitFor(() => expect(gateway.to(preview).length).toBeGreaterThan(0))
    await user.click(await summary().findByRole('button', { name: 'Place the order' }))

    expect(section('Delivery address').getByRole('alert').textContent).toBe('No selected address!')
    expect(section('Shipping').getByRole('alert').textContent).toBe('No shipping method founded')
    expect(section('Payment').getByRole('alert').textContent).toBe('Please select at least one payment method')
    expect(summary().getByText('You have not chosen to agree')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Delivery address' }))
    expect(gateway.to(submit)).toEqual([])
  })

  it('requires at least one line', async () => {
    const { user, gateway } = await openFilled()
    await user.click(screen.getByRole('checkbox', { name: 'Order a' }))
    expect(summary().getByText('Choose at least one part.')).toBeTruthy()
    expect(summary().queryByText('$120.00'), 'the total of an earlier choice').toBeNull()

    await user.click(orderButton())
    expect(section('Parts').getByRole('alert').textContent).toBe('Choose at least one part.')
    expect(gateway.to(submit)).toEqual([])
  })

  it('offers freight collect with the account of the profile, and says that we confirm it first', async () => {
    const { user, gateway } = await openFilled()
    await user.click(screen.getByRole('checkbox', { name: /account 123456789 with DHL/ }))
    await waitFor(() => expect(basket(gateway.to(preview).at(-1) as Call).freightCollect).toBe(true))
    expect(screen.getByText(/first use/)).toBeTruthy()
  })

  it('leads to the profile if it has no account with the carrier', async () => {
    const [dhl, sf] = aCheckoutView([]).offers
    if (!dhl || !sf) throw new Error('no offers')
    await openFilled({ view: () => ({ offers: [{ ...dhl, freightAccount: null }, sf] }) })
    expect(screen.queryByRole('checkbox', { name: /freight collect/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toMatch(/account\/profile$/)
  })

  it('requires the end customer from an account that orders for others', async () => {
    const { user, gateway } = await openFilled({ view: () => ({ entrust: true }) })
    await user.click(orderButton())

    expect(section('End customer').getByText('Please enter your e-mail.')).toBeTruthy()

    await user.type(screen.getByRole('textbox', { name: /Customer e-mail/ }), 'end@example.com')
    await user.click(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))

    expect(gateway.to(submit)[0]?.body).toMatchObject({
      entrust: { customerEmail: 'end@example.com', platformOrderNumber: '' },
    })
  })

  it('takes the cheapest carrier of each address, and says when the wanted one does not serve it', async () => {
    const [dhl, sf] = aCheckoutView([]).offers
    if (!dhl || !sf) throw new Error('no offers')

    const inChina = anAddressView({ firstName: 'Liu', country: 'CN' })
    const inAfrica = anAddressView({ firstName: 'Ama', country: 'GH' })
    const offer = (carrier: typeof dhl, minor: number | null) => ({ ...carrier, served: minor !== null, minor })
    const offers = new Map([
      [home.id, [offer(dhl, 2000), offer(sf, 2500)]],
      [inChina.id, [offer(dhl, null), offer(sf, 300)]],
      [inAfrica.id, [offer(dhl, 4000), offer(sf, null)]],
    ])
    const { user } = await open({
      lines: [aLine('a')],
      addresses: [home, inChina, inAfrica],
      view: ({ shippingAddressId }: Basket) => ({ offers: offers.get(shippingAddressId ?? '') ?? [] }),
    })
    const choose = async (name: RegExp) => user.click(await screen.findByRole('radio', { name }))
    const expectChosen = (name: RegExp) =>
      waitFor(() => expect(screen.getByRole('radio', { name })).toHaveProperty('checked', true))

    await expectChosen(/^DHL/)
    await choose(/^Liu/)
    await expectChosen(/^SF/)
    await choose(/^Zoe/)
    await expectChosen(/^DHL/)

    await choose(/^SF/)
    await choose(/^Ama/)
    expect(
      await screen.findByText(/^SF Express does not serve this address: DHL, the cheapest, is chosen/),
    ).toBeTruthy()
    await choose(/^Zoe/)
    await expectChosen(/^SF/)
  })

  it('disables an unserved carrier and a refused payment method and shows the reasons', async () => {
    await open({ lines: [aLine('a')] })
    await total('$120.00')

    const sf = screen.getByRole<HTMLInputElement>('radio', { name: 'SF Express Standard' })
    expect([sf.disabled, screen.getByText('Does not deliver to this country.') !== null]).toEqual([true, true])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Balance' }).disabled).toBe(true)
    expect(screen.getByText('The balance is not enough: $50.00 available.')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Credit' })).toBeNull()
    expect(screen.getByText('EXW (Incoterms 2020): the risk passes at our works.')).toBeTruthy()
  })
})

describe('the billing address', () => {
  const books = 'GET /global/account/billingAddress'
  const same = 'The same as the delivery address'

  it('is the customer’s default one, if there is one', async () => {
    const usual = anAddressView({ company: 'Engines Ltd', isDefault: true })
    const addresses = [anAddressView(), usual]
    const answers = { [books]: () => data(books, { addresses, total: 2 }) }
    const { user, gateway } = await openFilled({ answers })

    expect(section('Billing address').getByText('Engines Ltd')).toBeTruthy()
    await user.click(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
    expect(gateway.to(submit)[0]?.body).toMatchObject({ billingAddressId: usual.id })
  })

  it.each([
    ['is the delivery address if the default one says the same', {}, true],
    ['is the default one if it names a company', { company: 'Engines Ltd' }, false],
  ])('%s', async (_case, traits, isSame) => {
    const shipping = anAddressView({ company: 'Ada Byron', firstName: 'Ada', lastName: 'Byron', phone: '0612345678' })
    const billing = { ...shipping, company: '', phone: '612345678', ...traits }
    const addresses = [{ ...billing, id: anAddressView().id, isDefault: true }]
    await open({
      lines: [aLine('a')],
      addresses: [shipping],
      answers: { [books]: () => data(books, { addresses, total: 1 }) },
    })

    await total('$120.00')
    expect(section('Billing address').getByRole('radio', { name: same })).toHaveProperty('checked', isSame)
  })

  it('says why VAT is charged although the address has a number', async () => {
    await open({ lines: [aLine('a')], view: () => ({ vat: 'unknown' }) })
    expect(await screen.findByText(/delivery address could not be checked: VAT is charged/)).toBeTruthy()
  })

  it('names the company that is billed at the delivery address', async () => {
    const sameBilling = { company: 'Engines Ltd', vatNumber: 'GB123456789' }
    await open({ lines: [aLine('a')], view: () => ({ sameBilling }) })

    await total('$120.00')
    const billing = section('Billing address')
    expect(billing.getByRole('radio', { name: same })).toHaveProperty('checked', true)
    const words = 'The invoice is made out to Engines Ltd, VAT or EORI number GB123456789.'
    expect(billing.getByText(words)).toBeTruthy()
  })
})
