import { type Currency, currencies } from '@cotation/domain'
import { browserStorage } from '#lib/browser-storage.ts'

/** The currency that was chosen last in this browser: the next order starts with it. */
const storageKey = 'checkout.currency'

export const rememberCurrency = (currency: Currency): void => browserStorage.set(storageKey, currency)

export function lastCurrency(): Currency {
  const stored = browserStorage.get(storageKey)
  return currencies.find((currency) => currency === stored) ?? 'USD'
}
