import type { VatCheckView, VatNumberView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const aCheck = (traits: Partial<VatCheckView> = {}): VatCheckView => ({
  vatNumber: 'DE136695976',
  result: 'unavailable',
  consultationNumber: '',
  reason: 'MS_UNAVAILABLE',
  by: '',
  checkedAt: '2026-11-18T08:00:00.000Z',
  ...traits,
})

export const aNumber = (traits: Partial<VatNumberView> = {}): VatNumberView => ({
  vatNumber: 'DE136695976',
  isConfirmed: false,
  mayAsk: true,
  checks: [aCheck()],
  customers: [{ id: uuid(), name: 'Greta Vogel', company: 'Vogel GmbH' }],
  ...traits,
})
