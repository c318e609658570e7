import type { TrayCandidate, TrayGroup, TrayView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const part = (name: string, runCode: string) => ({
  stepId: uuid(),
  runCode,
  orderId: uuid(),
  orderNumber: `CO-${runCode.slice(-5)}`,
  name,
  dueDay: '2026-11-20',
  promisedDay: '2026-11-24',
  isRemake: false,
  sizeMm: [45, 35, 20],
  volumeMm3: 8000,
})

export const candidate = (name: string, runCode: string, quantity: number, proposed = quantity): TrayCandidate => ({
  ...part(name, runCode),
  quantity,
  proposed,
})

export const load = {
  station: 'sls',
  materialId: 'pa12',
  colourId: 'white',
  material: 'Nylon PA12',
  colour: 'White',
  spaceMm: [195, 95, 45],
} satisfies Omit<TrayGroup, 'parts'>

export type Content = TrayView['contents'][number]

export const content = (name: string, runCode: string, quantity: number, traits: Partial<Content> = {}): Content => ({
  ...part(name, runCode),
  quantity,
  isMade: true,
  good: null,
  remakeCode: null,
  ...traits,
})

export const aTray = (traits: Partial<TrayView> = {}): TrayView => ({
  id: uuid(),
  code: 'P100001',
  state: 'open',
  ...load,
  openedBy: 'Noé',
  openedAt: '2026-11-18T09:00:00.000Z',
  startedBy: null,
  startedAt: null,
  closedBy: null,
  closedAt: null,
  reason: null,
  contents: [content('bride.stl', 'F100001', 4), content('capot.stl', 'F100002', 2)],
  ...traits,
})

export const printing = (traits: Partial<TrayView> = {}) =>
  aTray({ state: 'printing', startedBy: 'Noé', startedAt: '2026-11-18T10:00:00.000Z', ...traits })
