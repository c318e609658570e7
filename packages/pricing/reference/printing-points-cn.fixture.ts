import type { Item, PricePoint, Shape } from './price-point.fixture.ts'

type Size = Shape['sizeMm']

const paid = 'real quote/paid'
const floor = 'real quote, floor price'

const resin = (materialId: string, volumeCm3: number, areaCm2: number, sizeMm: Size, quantity = 1): Item => ({
  cardId: 'cn',
  processId: 'sla',
  materialId,
  quantity,
  volumeCm3,
  areaCm2,
  sizeMm,
})

const white = (volumeCm3: number, areaCm2: number, sizeMm: Size, quantity = 1) =>
  resin('sla-9600-white', volumeCm3, areaCm2, sizeMm, quantity)

const powder = (materialId: string, volumeCm3: number, areaCm2: number, sizeMm: Size): Item => ({
  ...resin(materialId, volumeCm3, areaCm2, sizeMm),
  processId: materialId.startsWith('sls') ? 'sls' : 'mjf',
})

const point = (
  process: PricePoint['process'],
  label: string,
  [referenceUsd, modelUsd]: readonly [number, number],
  source: string,
  item: Item,
  more: Partial<PricePoint> = {},
): PricePoint => ({ label, card: 'cn', process, referenceUsd, modelUsd, kind: paid, source, items: [item], ...more })

/** Sizes, volumes and surfaces as the supplier's quotes give them. */
const measured: readonly PricePoint[] = [
  point('SLA', '9600 resin 13.1 cm3', [1.19, 1.48], 'meridian', white(13.1, 103.95, [114.5, 114.5, 6.5])),
  point('SLA', '9600 resin 28.55 cm3', [2.6, 2.71], 'meridian', white(28.55, 134.47, [87, 68, 6])),
  point('SLA', '9600 resin 35.43 cm3', [3.22, 3.36], 'meridian', white(35.43, 181.27, [98.5, 93, 6])),
  point('SLA', '9600 resin 38.71 cm3', [3.52, 4.01], 'meridian', white(38.71, 294.7, [114.3, 114.3, 27])),
  point('SLA', '9600 resin 78.6 cm3', [7.15, 6.99], 'meridian', white(78.6, 257.25, [114.3, 114.3, 10])),
  point('SLA', '9600 resin 406.6 cm3', [39.68, 36.66], 'meridian', white(406.6, 1392.47, [200, 114.3, 114.3])),
  point(
    'SLA',
    '9600 resin 4.99 cm3 rail (small part, q2)',
    [0.45, 0.63],
    'meridian',
    white(4.99, 57.59, [149, 15, 6.2], 2),
    { kind: floor },
  ),
]

const cube = (
  item: (id: string, v: number, a: number, s: Size) => Item,
  process: 'SLA' | 'SLS' | 'MJF',
  id: string,
  usd: number,
) =>
  point(process, `${id} 1 cm3 demo cube`, [usd, usd], 'jlc-tool-doc', item(id, 1, 6, [10, 10, 10]), {
    kind: floor,
    provesNothing: true,
  })

const cubes: readonly PricePoint[] = [
  cube(resin, 'SLA', 'sla-9600-white', 0.32),
  cube(resin, 'SLA', 'sla-8001-clear', 1.97),
  cube(resin, 'SLA', 'sla-black', 1.09),
  cube(resin, 'SLA', 'sla-imagine-black', 2.15),
  cube(powder, 'MJF', 'mjf-pa12', 1.05),
  cube(powder, 'SLS', 'sls-pa12-3201', 1.05),
]

const surface = { assumed: 'surface' }
const baseSize: Size = [164, 80, 31]
const base = { assumed: 'surface; size of the hollowed version of the same part' }
const blind = 'real quote, blind'

const orders: readonly PricePoint[] = [
  point('SLA', '9600 resin 16.58 cm3 figure', [1.51, 1.69], 'takosan', white(16.58, 62, [50, 45.06, 45.06]), surface),
  point('SLA', '9600 resin 42.12 cm3 figure', [3.83, 3.93], 'takosan', white(42.12, 116, [70, 59.98, 59.98]), surface),
  point(
    'SLA',
    '9600 resin 198 cm3 case, 303 mm',
    [19.99, 18.98],
    'eugeo',
    white(198.09, 327, [302.9, 93.4, 29.9]),
    surface,
  ),
  point(
    'SLA',
    '9600 apple 184.8 cm3 + spray paint',
    [19.48, 19.66],
    'mets-apple',
    { ...white(184.8, 235, [77.7, 70, 70]), services: [{ id: 'special-treatment', option: 'spray-paint' }] },
    surface,
  ),
  point(
    'SLS',
    '3201PA-F tip mount 7.0 cm3',
    [1.73, 1.89],
    'mets-apple',
    powder('sls-pa12-3201', 7, 35, [41.8, 25.5, 25.5]),
    surface,
  ),
  point(
    'SLS',
    '3201PA-F enclosure half L (≈355 cm3 of 737)',
    [97.8, 100.84],
    'balkon-borg',
    powder('sls-pa12-3201', 355, 2600, [254, 152, 150]),
    { assumed: 'surface, and how the volume of both halves is split' },
  ),
  point(
    'SLS',
    '3201PA-F enclosure half R (≈382 cm3 of 737)',
    [109.9, 106.72],
    'balkon-borg',
    powder('sls-pa12-3201', 382, 2750, [254, 152, 150]),
    { assumed: 'surface, and how the volume of both halves is split' },
  ),
  point(
    'MJF',
    'PA12 cup 93.2 cm3 dyed black',
    [35.15, 37.2],
    'mets-apple',
    {
      ...powder('mjf-pa12', 93.2, 630, [87, 81, 81]),
      services: [{ id: 'dyeing', option: 'solid', colours: ['black'] }],
    },
    surface,
  ),
  point(
    'SLA',
    '9600 base 114.3 cm3 (blind: never used to tune)',
    [10.4, 10.44],
    'parapente',
    white(114.31, 520, baseSize),
    { ...base, kind: blind },
  ),
  point(
    'SLA',
    '9600 carriage 94 cm3 (blind: never used to tune)',
    [8.55, 8.62],
    'parapente',
    white(93.96, 469, [130, 93, 20]),
    { assumed: 'surface and thickness', kind: blind },
  ),
  point(
    'SLA',
    'sla-9000he base 114.3 cm3',
    [11.89, 11.9],
    'parapente',
    resin('sla-9000he', 114.31, 520, baseSize),
    base,
  ),
  point('SLA', 'sla-8228 base 114.3 cm3', [14.86, 15.1], 'parapente', resin('sla-8228', 114.31, 520, baseSize), base),
  point(
    'SLA',
    'sla-ledo-6060 base 114.3 cm3',
    [14.86, 15.03],
    'parapente',
    resin('sla-ledo-6060', 114.31, 520, baseSize),
    base,
  ),
  point(
    'SLA',
    'sla-temp-101 base 114.3 cm3',
    [22.71, 23.1],
    'parapente',
    resin('sla-temp-101', 114.31, 520, baseSize),
    base,
  ),
  point(
    'SLS',
    '3201PA-F base 114.3 cm3',
    [28.23, 26.34],
    'parapente',
    powder('sls-pa12-3201', 114.31, 520, baseSize),
    base,
  ),
  point(
    'SLS',
    '1172 Pro base 114.3 cm3',
    [36.5, 34.81],
    'parapente',
    powder('sls-pa12-1172', 114.31, 520, baseSize),
    base,
  ),
  point('MJF', 'PA12 base 114.3 cm3', [43.09, 39.9], 'parapente', powder('mjf-pa12', 114.31, 520, baseSize), base),
  point(
    'MJF',
    '0.275 USD/g (Aug 2025, superseded by 0.377 USD/cm3 in 2026), 50 cm3',
    [13.89, 18.16],
    'jlc-bible',
    powder('mjf-pa12', 50, 300, [62.5, 62.5, 62.5]),
    { assumed: 'size and surface', kind: 'published USD/g, superseded' },
  ),
]

/** Public prices of plastic parts from China. */
export const printingPointsCn: readonly PricePoint[] = [...measured, ...cubes, ...orders]
