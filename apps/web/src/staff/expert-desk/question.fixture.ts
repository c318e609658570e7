import type { ExpertQuestionView } from '@cotation/contracts'
import { aLineView, uuid } from '#lib/testing/views.ts'

export const hourMs = 3_600_000

export const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

export const aQuestion = (traits: Partial<ExpertQuestionView> = {}): ExpertQuestionView => ({
  lineId: uuid(),
  state: 'asked',
  isOpen: true,
  question: 'A price for 500?',
  askedAt: inHours(-2),
  dueAt: inHours(22.5),
  email: 'buyer@example.com',
  customer: { id: uuid(), name: 'Louise Bernard', company: 'Atelier Démo' },
  project: { id: uuid(), name: 'Pump', service: 'cnc', validUntil: inHours(24 * 30) },
  line: aLineView(),
  description: { material: 'Aluminium 6061', process: 'Milling', colour: '', tolerance: '', services: [] },
  findings: [],
  usualValidDays: 30,
  draft: null,
  validUntil: null,
  ...traits,
})
