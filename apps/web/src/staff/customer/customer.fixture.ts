import type { CustomerView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const claimId = uuid()

export const costId = uuid()

export const aCustomer = (traits: Partial<CustomerView> = {}): CustomerView => ({
  id: uuid(),
  name: 'Louise Bernard',
  email: 'achats@example.com',
  company: 'Atelier Démo',
  accountType: 'enterprise',
  phone: '+33 6 39 98 00 02',
  language: 'fr',
  createdAt: '2026-10-01T08:00:00.000Z',
  isActivated: true,
  level: null,
  manager: null,
  mayReload: true,
  mayOrderForOthers: false,
  flags: [],
  notes: [],
  freightAccounts: [],
  risks: [{ sign: 'claim', count: 2 }],
  orders: {
    rows: [
      { id: uuid(), number: 'CO-10007', status: 'paid', totalMinor: 120_00, placedAt: '2026-11-10T08:00:00.000Z' },
    ],
    total: 31,
  },
  quotes: { rows: [], total: 0, next: null },
  files: { rows: [], total: 0, next: null },
  claims: {
    rows: [
      {
        id: claimId,
        order: { id: uuid(), name: 'C-26-10001' },
        state: 'open',
        reason: 'surface',
        openedAt: '2026-11-14T12:00:00.000Z',
      },
    ],
    total: 1,
  },
  costs: {
    rows: [
      {
        id: costId,
        number: 'A-26-10001',
        state: 'declined',
        totalMinor: 30_00,
        requestedAt: '2026-11-14T12:00:00.000Z',
      },
    ],
    total: 1,
  },
  mails: { rows: [], total: 0 },
  money: { spentMinor: 500_00, balanceMinor: 25_00, pendingReloadMinor: 0, credit: null },
  managerChoices: [{ email: 'lea@shop.example', name: 'Léa' }],
  ...traits,
})

export const aNote = (traits: Partial<CustomerView['notes'][number]> = {}): CustomerView['notes'][number] => ({
  id: uuid(),
  author: 'Grace',
  text: 'Prefers the phone',
  at: '2026-11-10T08:00:00.000Z',
  editedAt: null,
  isOwn: false,
  mayRemove: false,
  ...traits,
})
