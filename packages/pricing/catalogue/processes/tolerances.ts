import type { Text, ToleranceClass } from '@cotation/domain'

type Row = Omit<ToleranceClass, 'cycleFactor' | 'priceFactor' | 'leadDays' | 'manualReview'> & Partial<ToleranceClass>

/** A class that costs no more and takes no longer, unless the row says so. */
const tolerance = (row: Row): ToleranceClass => ({
  cycleFactor: 1,
  priceFactor: 1,
  leadDays: 0,
  manualReview: false,
  ...row,
})

const standard: Text = { fr: 'Standard', en: 'Standard' }
const tight: Text = { fr: 'Serrée', en: 'Tight' }

/** A class of ± mm up to 100 mm, which widens with the length beyond. */
function widening(
  id: string,
  kind: Text,
  [plusMinusMm, percentBeyond]: readonly [number, number],
  rest: Omit<Row, 'id' | 'name'>,
): ToleranceClass {
  const upToMm = 100
  const fr = `${kind.fr} ±${plusMinusMm} mm (≤ ${upToMm} mm), ±${percentBeyond} % au-delà`.replaceAll('.', ',')
  const en = `${kind.en} ±${plusMinusMm} mm (≤ ${upToMm} mm), ±${percentBeyond} % above`
  return tolerance({ id, name: { fr, en }, plusMinusMm, upToMm, percentBeyond, ...rest })
}

export const slaTolerances: readonly ToleranceClass[] = [
  widening('sla-std', standard, [0.2, 0.3], { itGrade: 'IT13' }),
  widening('sla-tight', tight, [0.1, 0.15], { itGrade: 'IT11-IT12', priceFactor: 1.15, leadDays: 1 }),
]

export const powderTolerances: readonly ToleranceClass[] = [
  widening('pbf-std', standard, [0.3, 0.4], { itGrade: 'IT14' }),
  widening('pbf-tight', tight, [0.2, 0.3], { itGrade: 'IT13', priceFactor: 1.12, leadDays: 1 }),
]

export const slmTolerances: readonly ToleranceClass[] = [
  widening('slm-std', standard, [0.3, 0.4], { itGrade: 'IT14' }),
  widening('slm-tight', tight, [0.1, 0.2], { itGrade: 'IT11-IT12', priceFactor: 1.2, leadDays: 1 }),
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
  widening('vc-std', standard, [0.3, 0.3], { standard: 'ISO 2768-c', itGrade: 'IT13-IT14' }),
  widening('vc-tight', tight, [0.15, 0.2], { standard: 'ISO 2768-m', itGrade: 'IT12', priceFactor: 1.12, leadDays: 1 }),
]
