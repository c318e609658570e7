import type { CharacteristicView, CurrentInspectionView, InspectionView } from '@cotation/contracts'
import { uuid } from './views.ts'

const base = { hint: '', values: [] }
const noLimits = { nominalMm: null, lowerMm: null, upperMm: null }

/** A side of 99.8 to 100.2 mm, measured on each piece of the sample. */
export const aSide = (traits: Partial<CharacteristicView> = {}): CharacteristicView => ({
  ...base,
  key: 'size-length',
  kind: 'size',
  method: 'measure',
  isPerPiece: true,
  name: 'Longest side',
  nominalMm: 100,
  lowerMm: 99.8,
  upperMm: 100.2,
  ...traits,
})

/** A look at all pieces. */
export const anAppearance = (traits: Partial<CharacteristicView> = {}): CharacteristicView => ({
  ...base,
  ...noLimits,
  key: 'appearance',
  kind: 'appearance',
  method: 'visual',
  isPerPiece: false,
  name: 'Appearance',
  ...traits,
})

/** A value that Noé recorded. */
export const aValue = (traits: Partial<CharacteristicView['values'][number]> = {}) => ({
  key: uuid(),
  piece: 1,
  valueMm: null,
  isGood: true,
  by: 'Noé',
  at: '2026-11-18T10:00:00.000Z',
  ...traits,
})

export const anInspection = (traits: Partial<InspectionView> = {}): InspectionView => ({
  id: uuid(),
  runCode: 'F100001',
  orderId: uuid(),
  lineId: uuid(),
  lineName: 'bride.stl',
  round: 1,
  quantity: 2,
  sampleSize: 2,
  verdict: 'passed',
  characteristics: [
    aSide({ values: [aValue({ valueMm: 100.1 }), aValue({ piece: 2, valueMm: 99.9 })] }),
    anAppearance({ values: [aValue({ piece: 0 })] }),
  ],
  photos: [],
  conclusion: {
    at: '2026-11-18T11:00:00.000Z',
    by: 'Noé',
    good: 2,
    rework: 0,
    scrap: 0,
    reason: null,
    note: '',
    backTo: null,
    remakeCode: null,
  },
  ...traits,
})

/** A plan of a side and a look, of which nothing is recorded. */
export const aPlan = (traits: Partial<CurrentInspectionView> = {}): CurrentInspectionView => ({
  ...anInspection(),
  id: null,
  verdict: 'open',
  conclusion: null,
  characteristics: [aSide(), anAppearance()],
  stepId: uuid(),
  isReady: true,
  earlierSteps: [{ id: uuid(), operation: 'printing', service: null }],
  ...traits,
})
