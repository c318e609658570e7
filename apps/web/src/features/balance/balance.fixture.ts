import type { BankInstructions, PaymentView, ReloadView, TransactionView } from '@cotation/contracts'
import type { Balance } from './balance.api.ts'

export const reloadId = '5a0c7e1d-0000-4000-8000-00000000000a'
export const orderId = '5a0c7e1d-0000-4000-8000-00000000000b'

export const aBalance = (traits: Partial<Balance> = {}): Balance => ({
  availableMinor: 123_456,
  pendingMinor: 0,
  nextAvailableAt: null,
  points: 42,
  credit: null,
  isRecharge: true,
  ...traits,
})

export const someBank: BankInstructions = {
  currency: 'CNY',
  amountMinor: 72_345,
  reference: 'R-10001-XK',
  bank: 'Bank of Tests',
  holder: 'Cotation SAS',
  iban: 'FR7630006000011234567890189',
  swift: 'DEMOFRPP',
  expiresAt: '2026-12-01T12:00:00.000Z',
}

export const aPayment = (traits: Partial<PaymentView> = {}): PaymentView => ({
  id: '5a0c7e1d-0000-4000-8000-00000000000c',
  method: 'card',
  state: 'requires_action',
  amountMinor: 10_000,
  currency: 'USD',
  usdMinor: 10_000,
  capturedMinor: 0,
  refundedMinor: 0,
  agency: false,
  createdAt: '2026-11-14T12:00:00.000Z',
  expiresAt: null,
  bank: null,
  ...traits,
})

export const aReload = (traits: Partial<ReloadView> = {}): ReloadView => ({
  id: reloadId,
  number: 'R-10001',
  amountMinor: 10_000,
  method: 'card',
  state: 'unpaid',
  createdAt: '2026-11-14T12:00:00.000Z',
  availableAt: null,
  payment: aPayment(),
  redirectUrl: 'https://pay.example/session',
  ...traits,
})

export const aTransaction = (traits: Partial<TransactionView> = {}): TransactionView => ({
  id: '5a0c7e1d-0000-4000-8000-00000000000d',
  type: 'payment',
  amountMinor: -2_505,
  balanceMinor: 7_445,
  at: '2026-11-14T12:00:00.000Z',
  method: 'balance',
  status: 'done',
  note: '',
  remark: '',
  orderId,
  orderNumber: '10007',
  ...traits,
})
