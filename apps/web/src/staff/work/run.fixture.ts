import type { RunDetails, StepView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

/** A step of a run. */
export const step = (operation: StepView['operation'], traits: Partial<StepView> = {}): StepView => ({
  id: uuid(),
  operation,
  station: 'sla',
  service: null,
  plannedMinutes: 90,
  actualMinutes: 0,
  dueDay: '2026-11-20',
  state: 'waiting',
  quantity: 10,
  good: 0,
  rework: 0,
  scrap: 0,
  runningSince: null,
  operator: null,
  changedAt: null,
  photos: [],
  ...traits,
})

/** What an operator sees of a traveller. */
export const aRun = (...steps: StepView[]): RunDetails => ({
  id: uuid(),
  code: 'F100001',
  orderId: uuid(),
  orderNumber: 'CO-10007',
  lineId: uuid(),
  name: 'bride.stl',
  quantity: 10,
  cause: 'order',
  reason: null,
  dueDay: '2026-11-24',
  promisedDay: '2026-11-24',
  isLate: false,
  hold: null,
  isStopped: false,
  steps,
  material: 'Résine 9600',
  process: 'SLA',
  colour: '',
  tolerance: '',
  services: [],
  sizeMm: [20, 10, 5],
  comment: 'Handle with care',
  acceptedRisks: [{ rule: 'thin-wall', wording: 'Walls below 0.8 mm may break', places: [] }],
  trays: [],
  attachments: [{ uploadId: uuid(), name: 'plan.pdf' }],
})
