import type { AddressView } from '@cotation/contracts'
import { anAddress } from '@cotation/places/address-fixture'

let made = 0

/** An address as the server gives it. */
export function anAddressView(traits: Partial<AddressView> = {}): AddressView {
  made++
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    ...anAddress({ phone: '0612345678' }),
    isDefault: false,
    updatedAt: '2026-11-14T12:00:00.000Z',
    ...traits,
  }
}
