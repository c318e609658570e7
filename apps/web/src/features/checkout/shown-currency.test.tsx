import type { LandedCharge } from '@cotation/pricing'
import { cleanup, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage } from '#lib/browser-storage.ts'
import { aLine, aTotal } from './checkout.fixture.ts'
import {
  type Basket,
  leftForProvider,
  open,
  openFilled,
  orderButton,
  section,
  settled,
  submit,
  summary,
  total,
} from './checkout-screen.fixture.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  browserStorage.remove('checkout.currency')
})

describe('amounts in another currency', () => {
  const shown = { ...aTotal(10_000).display, currency: 'EUR' as const }
  const inEuro = {
    ...aTotal(10_000),
    display: { ...shown, goodsMinor: 9200, shippingMinor: 1840, totalMinor: 11_040 },
  }
  const duty: LandedCharge = {
    kind: 'duty',
    name: { fr: 'Droits', en: 'Customs duty' },
    hsCode: '392690',
    baseMinor: 12_000,
    base: 'cif',
    ratePercent: 6,
    amountMinor: 720,
    source: { name: 'TARIC', date: '2026-11-17' },
  }
  const landed = { state: 'estimated', charges: [duty], dutyMinor: 720, taxMinor: 0 } as const
  const view = ({ currency }: Basket & { currency?: string }) =>
    currency === 'EUR' ? { total: inEuro, display: { currency, rate: 0.92 } as const, landed } : { landed }

  const chooseEuro = async (user: UserEvent) => {
    await user.selectOptions(summary().getByRole('combobox', { name: 'Show amounts in' }), 'EUR')
    await total('€110.40')
  }

  it('are those of the lines, the carriers and customs, too', async () => {
    const { user } = await open({ lines: [aLine('a')], view })
    await total('$120.00')
    await chooseEuro(user)

    expect(section('Parts').getByText('€92.00')).toBeTruthy()
    expect(section('Parts').getByText('€46.00 each')).toBeTruthy()
    expect(section('Shipping').getByText('€18.40')).toBeTruthy()

    const customs = summary().getByText(/^To pay to customs/)
    expect(customs.textContent).toContain('€6.62')
    await user.click(customs)
    expect(summary().getByText('6% of €110.40 (parts and shipping)')).toBeTruthy()
    expect(summary().getByText('Estimated landed cost').closest('div')?.textContent).toContain('€117.02')

    for (const region of [section('Parts'), section('Shipping')]) expect(region.queryByText(/\$/)).toBeNull()
  })

  it('leave the card available, and the page says what it is charged in USD', async () => {
    const { user, gateway } = await openFilled({ view })
    await chooseEuro(user)

    expect(summary().getByText(/You are charged in USD: \$120.00/)).toBeTruthy()
    const card = screen.getByRole('radio', { name: 'Card', description: /charged in USD: \$120\.00\./ })
    expect(card).toHaveProperty('checked', true)

    await settled()
    await user.click(orderButton())
    await leftForProvider()
    expect(gateway.to(submit)[0]?.body).toMatchObject({ currency: 'EUR', payment: { method: 'card' } })
  })

  it('are shown again at the next checkout, whose transfer starts in the same currency', async () => {
    const first = await openFilled({ view })
    await chooseEuro(first.user)
    await settled()
    await first.user.click(orderButton())
    await leftForProvider()
    cleanup()

    const { user } = await open({ lines: [aLine('b')], view })
    await total('€110.40')
    expect(summary().getByRole<HTMLSelectElement>('combobox', { name: 'Show amounts in' }).value).toBe('EUR')

    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
    const transfer = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency of the transfer' })
    expect(transfer.value).toBe('EUR')
  })

  it('do not hide on a phone what the card is charged in USD', async () => {
    const usual = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...usual(media), matches: media.includes('62em') }))
    const { user } = await open({ lines: [aLine('a')], view })
    await total('$120.00')
    await user.click(screen.getByRole('radio', { name: 'Card' }))
    expect(await screen.findByRole('link', { name: /^Total\s*\$120\.00$/ })).toBeTruthy()

    await chooseEuro(user)
    expect(await screen.findByRole('link', { name: /^Total\s*€110\.40\s*Charged: \$120\.00$/ })).toBeTruthy()

    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
    expect(await screen.findByRole('link', { name: /^Total\s*€110\.40$/ })).toBeTruthy()
  })

  it('suggest a transfer in the same currency', async () => {
    const { user } = await open({ lines: [aLine('a')], view })
    await total('$120.00')
    await chooseEuro(user)
    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))

    const transfer = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency of the transfer' })
    expect(transfer.value).toBe('EUR')
    expect(summary().getByText(/your transfer in EUR is fixed when you place the order/)).toBeTruthy()
    expect(summary().queryByText(/You are charged in USD/)).toBeNull()

    await user.selectOptions(transfer, 'USD')
    expect(summary().getByText(/Your transfer is in USD: \$120\.00/)).toBeTruthy()
  })
})
