import type { CheckoutView } from '@cotation/contracts'
import { partsMinorOf } from '@cotation/domain'
import { minorAtRate, partsAtRate } from '@cotation/pricing'
import { useFormats } from '#lib/texts/formats.ts'

type Priced = Pick<CheckoutView, 'display' | 'lines' | 'total' | 'landed'>

const dollars: Priced = { display: { currency: 'USD', rate: 1 }, lines: [], total: null, landed: null }

/** The lines in the shown currency, so that they add up to the parts of the total. */
function lineAmounts({ display, lines, total }: Priced): ReadonlyMap<string | null, number> {
  const usdMinor = lines.map((line) => line.totalMinor)
  const shownMinor = partsAtRate(usdMinor, display.rate, total ? partsMinorOf(total.display) : undefined)
  return new Map(lines.map(({ lineId }, index) => [lineId, Number(shownMinor[index])]))
}

/** What customs charge in the shown currency: each charge, and their sum. */
function importAmounts({ display, landed }: Priced): { chargesMinor: number[]; importMinor: number } {
  const charges = landed && 'charges' in landed ? landed.charges : []
  const usdMinor = charges.map(({ amountMinor }) => amountMinor)
  const chargesMinor = partsAtRate(usdMinor, display.rate)
  return { chargesMinor, importMinor: chargesMinor.reduce((sum, minor) => sum + minor, 0) }
}

/**
 * The amounts of the checkout in the one currency that the customer chose to see. Those that add up
 * in USD add up in it, too.
 */
export function useShownAmounts(view: CheckoutView | null) {
  const { money } = useFormats()
  const priced = view ?? dollars
  const { display, total } = priced
  const { currency, rate } = display
  const format = (minor: number) => money(minor, currency)

  return {
    currency,
    /** Formats an amount that is in the shown currency already. */
    format,
    /** Formats an amount of US cents. */
    fromUsd: (usdMinor: number) => format(minorAtRate(usdMinor, rate)),
    lines: lineAmounts(priced),
    ...importAmounts(priced),
    /** The carriage of the total, unless a coupon reduces it: then the offer is higher. */
    shippingMinor: total?.shipping.discountMinor === 0 ? total.display.shippingMinor : undefined,
  }
}
