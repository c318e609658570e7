import type { StaffProjectLine, StaffProjectView } from '@cotation/contracts'
import { aLineView, uuid } from '#lib/testing/views.ts'

export const aPart = (traits: Partial<StaffProjectLine> = {}): StaffProjectLine => ({
  line: aLineView(),
  description: { material: 'Aluminium 6061', process: 'Milling', colour: '', tolerance: '', services: [] },
  findings: [],
  isCleared: false,
  ...traits,
})

export const inReview: StaffProjectView['exportControl'] = {
  standing: 'in-review',
  answer: 'unknown',
  answeredAt: '2026-11-18T08:00:00.000Z',
  clearance: null,
}

export const aProject = (traits: Partial<StaffProjectView> = {}): StaffProjectView => ({
  id: uuid(),
  name: 'Pump',
  service: 'cnc',
  createdAt: '2026-11-17T08:00:00.000Z',
  updatedAt: '2026-11-18T08:00:00.000Z',
  validUntil: '2026-12-17T08:00:00.000Z',
  customer: { id: uuid(), name: 'Louise Bernard', company: 'Atelier Démo', email: 'achats@example.com' },
  exportControl: inReview,
  lines: [aPart()],
  ...traits,
})
