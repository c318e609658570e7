import type { ToleranceClass } from '@cotation/domain'

/** A class that costs and takes nothing more, but for what is said of it. */
const tolerance = (
  row: Omit<ToleranceClass, 'cycleFactor' | 'priceFactor' | 'leadDays' | 'manualReview'> & Partial<ToleranceClass>,
): ToleranceClass => ({ cycleFactor: 1, priceFactor: 1, leadDays: 0, manualReview: false, ...row })

export const slaTolerances: readonly ToleranceClass[] = [
  tolerance({
    id: 'sla-std',
    name: { fr: 'Standard ±0,2 mm (≤ 100 mm), ±0,3 % au-delà', en: 'Standard ±0.2 mm (≤ 100 mm), ±0.3 % above' },
    plusMinusMm: 0.2,
    upToMm: 100,
    percentBeyond: 0.3,
    itGrade: 'IT13',
  }),
  tolerance({
    id: 'sla-tight',
    name: { fr: 'Serrée ±0,1 mm (≤ 100 mm), ±0,15 % au-delà', en: 'Tight ±0.1 mm (≤ 100 mm), ±0.15 % above' },
    plusMinusMm: 0.1,
    upToMm: 100,
    percentBeyond: 0.15,
    itGrade: 'IT11-IT12',
    priceFactor: 1.15,
    leadDays: 1,
  }),
]

export const powderTolerances: readonly ToleranceClass[] = [
  tolerance({
    id: 'pbf-std',
    name: { fr: 'Standard ±0,3 mm (≤ 100 mm), ±0,4 % au-delà', en: 'Standard ±0.3 mm (≤ 100 mm), ±0.4 % above' },
    plusMinusMm: 0.3,
    upToMm: 100,
    percentBeyond: 0.4,
    itGrade: 'IT14',
  }),
  tolerance({
    id: 'pbf-tight',
    name: { fr: 'Serrée ±0,2 mm (≤ 100 mm), ±0,3 % au-delà', en: 'Tight ±0.2 mm (≤ 100 mm), ±0.3 % above' },
    plusMinusMm: 0.2,
    upToMm: 100,
    percentBeyond: 0.3,
    itGrade: 'IT13',
    priceFactor: 1.12,
    leadDays: 1,
  }),
]

export const slmTolerances: readonly ToleranceClass[] = [
  tolerance({
    id: 'slm-std',
    name: { fr: 'Standard ±0,3 mm (≤ 100 mm), ±0,4 % au-delà', en: 'Standard ±0.3 mm (≤ 100 mm), ±0.4 % above' },
    plusMinusMm: 0.3,
    upToMm: 100,
    percentBeyond: 0.4,
    itGrade: 'IT14',
  }),
  tolerance({
    id: 'slm-tight',
    name: { fr: 'Serrée ±0,1 mm (≤ 100 mm), ±0,2 % au-delà', en: 'Tight ±0.1 mm (≤ 100 mm), ±0.2 % above' },
    plusMinusMm: 0.1,
    upToMm: 100,
    percentBeyond: 0.2,
    itGrade: 'IT11-IT12',
    priceFactor: 1.2,
    leadDays: 1,
  }),
  tolerance({
    id: 'slm-machined',
    name: { fr: 'Faces reprises en usinage (ISO 2768-m)', en: 'Post-machined faces (ISO 2768-m)' },
    standard: 'ISO 2768-m',
    itGrade: 'IT9-IT11',
    priceFactor: 1.6,
    leadDays: 3,
    manualReview: true,
  }),
]

export const cncTolerances: readonly ToleranceClass[] = [
  tolerance({
    id: 'iso2768-m',
    name: { fr: 'ISO 2768-m (moyen)', en: 'ISO 2768-m (medium)' },
    standard: 'ISO 2768-m',
    itGrade: 'IT12-IT13',
  }),
  tolerance({
    id: 'iso2768-f',
    name: { fr: 'ISO 2768-f (fin)', en: 'ISO 2768-f (fine)' },
    standard: 'ISO 2768-f',
    itGrade: 'IT11-IT12',
    cycleFactor: 1.08,
    priceFactor: 1.03,
  }),
  tolerance({
    id: 'pm-0.10',
    name: { fr: '±0,10 mm', en: '±0.10 mm' },
    plusMinusMm: 0.1,
    itGrade: 'IT11-IT12',
    cycleFactor: 1.06,
    priceFactor: 1.02,
  }),
  tolerance({
    id: 'pm-0.05',
    name: { fr: '±0,05 mm', en: '±0.05 mm' },
    plusMinusMm: 0.05,
    itGrade: 'IT9-IT10',
    cycleFactor: 1.2,
    priceFactor: 1.06,
  }),
  tolerance({
    id: 'pm-0.02',
    name: { fr: '±0,02 mm (IT7-IT8)', en: '±0.02 mm (IT7-IT8)' },
    plusMinusMm: 0.02,
    itGrade: 'IT7-IT8',
    cycleFactor: 1.5,
    priceFactor: 1.15,
    leadDays: 1,
  }),
  tolerance({
    id: 'pm-0.01',
    name: { fr: '±0,01 mm (IT6-IT7)', en: '±0.01 mm (IT6-IT7)' },
    plusMinusMm: 0.01,
    itGrade: 'IT6-IT7',
    cycleFactor: 2,
    priceFactor: 1.3,
    leadDays: 2,
    manualReview: true,
  }),
]

export const castingTolerances: readonly ToleranceClass[] = [
  tolerance({
    id: 'vc-std',
    name: { fr: 'Standard ±0,3 mm (≤ 100 mm), ±0,3 % au-delà', en: 'Standard ±0.3 mm (≤ 100 mm), ±0.3 % above' },
    plusMinusMm: 0.3,
    upToMm: 100,
    percentBeyond: 0.3,
    standard: 'ISO 2768-c',
    itGrade: 'IT13-IT14',
  }),
  tolerance({
    id: 'vc-tight',
    name: { fr: 'Serrée ±0,15 mm (≤ 100 mm), ±0,2 % au-delà', en: 'Tight ±0.15 mm (≤ 100 mm), ±0.2 % above' },
    plusMinusMm: 0.15,
    upToMm: 100,
    percentBeyond: 0.2,
    standard: 'ISO 2768-m',
    itGrade: 'IT12',
    priceFactor: 1.12,
    leadDays: 1,
  }),
]
