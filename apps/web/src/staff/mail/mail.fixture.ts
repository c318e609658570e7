import type { MailView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const aMail = (traits: Partial<MailView> = {}): MailView => ({
  id: uuid(),
  state: 'sent',
  kind: 'order-paid',
  mailedAt: '2026-11-18T08:00:00.000Z',
  recipient: 'zoe@example.com',
  customer: { id: uuid(), name: 'Zoé Roux' },
  error: null,
  content: { subject: 'Your order is paid', text: 'Hello Zoé', html: '<p>Hello Zoé</p>', language: 'en' },
  hasSecret: false,
  mayResend: true,
  ...traits,
})
