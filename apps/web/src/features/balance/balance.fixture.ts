import type { ReloadView, TransactionView } from '@cotation/contracts'
import { aPayment, aTransfer } from '#lib/testing/views.ts'
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

export const someTransfer = aTransfer(72_345, 'CNY', 'R-10001-XK')

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
