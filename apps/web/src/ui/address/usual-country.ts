import type { AddressView } from '@cotation/contracts'

/** The country of the default address, or of the first one. */
export const usualCountryOf = (addresses: readonly AddressView[]): string | undefined =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.country
