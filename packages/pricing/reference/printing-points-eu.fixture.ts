import type { Item, PricePoint, Shape } from './price-point.fixture.ts'

type Size = Shape['sizeMm']

const powder = (materialId: string, volumeCm3: number, areaCm2: number, sizeMm: Size, quantity = 1): Item => ({
  cardId: 'eu',
  processId: materialId.startsWith('sls') ? 'sls' : 'mjf',
  materialId,
  quantity,
  volumeCm3,
  areaCm2,
  sizeMm,
})

const resin = (volumeCm3: number, areaCm2: number, sizeMm: Size): Item => ({
  ...powder('sla-9600-white', volumeCm3, areaCm2, sizeMm),
  processId: 'sla',
})

const point = (
  process: PricePoint['process'],
  label: string,
  [referenceUsd, modelUsd]: readonly [number, number],
  { kind, source, assumed }: { kind: string; source: string; assumed?: string },
  item: Item,
): PricePoint => ({
  label,
  card: 'eu',
  process,
  referenceUsd,
  modelUsd,
  kind,
  source,
  items: [item],
  ...(assumed === undefined ? {} : { assumed }),
})

const xometry = { kind: 'published example (V assumed)', source: 'microduck', assumed: 'volume and surface' }
const perCm3 = { kind: 'published EUR/cm3', source: 'microduck', assumed: 'size and surface' }
const people = { kind: 'published formula (V assumed)', source: '3dpeople', assumed: 'volume and surface' }
const phasio = { kind: 'published example (V assumed)', source: 'phasio-pbf', assumed: 'volume and surface' }
const figure = { kind: 'real quote (JP)', source: 'takosan', assumed: 'surface, as for the same figure from China' }
const leg: Size = [147, 140, 33]
const cube: Size = [62.5, 62.5, 62.5]
const bracket: Size = [100, 50, 50]

/** Public prices of plastic parts from western and Japanese bureaus. */
export const printingPointsEu: readonly PricePoint[] = [
  point(
    'SLS',
    'Xometry drone leg 147×140×33 q1 (V assumed 35)',
    [32, 37.8],
    xometry,
    powder('sls-pa12-3301', 35, 300, leg),
  ),
  point('SLS', 'Xometry drone leg q250', [24, 25.29], xometry, powder('sls-pa12-3301', 35, 300, leg, 250)),
  point(
    'MJF',
    'Xometry knob 16.8×15.2×15.2 q30',
    [3.45, 2.72],
    xometry,
    powder('mjf-pa12', 1.8, 16, [16.8, 15.2, 15.2], 30),
  ),
  point('MJF', 'hp3dprint.eu TPU EUR 0.58/cm3, 50 cm3', [31.9, 35.72], perCm3, powder('mjf-tpu-88a', 50, 300, cube)),
  point(
    'MJF',
    'hp3dprint.eu PA12 EUR 0.29/cm3, 50 cm3',
    [15.95, 29.33],
    { ...perCm3, kind: 'published EUR/cm3 (discount bureau)' },
    powder('mjf-pa12', 50, 300, cube),
  ),
  point('SLS', '3D People formula 50×50×50', [18.53, 19.66], people, powder('sls-pa12-3301', 31.25, 230, [50, 50, 50])),
  point('SLS', '3D People formula 100×60×30', [26.68, 25.01], people, powder('sls-pa12-3301', 45, 330, [100, 60, 30])),
  point('SLS', '3D People formula 80×60×60', [42.11, 33.52], people, powder('sls-pa12-3301', 72, 388, [80, 60, 60])),
  point(
    'SLS',
    'Shapeways WSF polished 22.9 cm3, 30.39 shipped − ~6',
    [24.4, 24.11],
    { kind: 'paid 2016, shipping assumed', source: 'haiku' },
    powder('sls-pa12-3301', 22.94, 303.6, [136, 90, 23]),
  ),
  point('MJF', 'Phasio example q5', [59.18, 52.76], phasio, powder('mjf-pa12', 160, 450, bracket, 5)),
  point('MJF', 'Phasio example q50', [39.01, 45.95], phasio, powder('mjf-pa12', 160, 450, bracket, 50)),
  point('SLA', 'DMM economy SLA 16.58 cm3', [14.97, 15.51], figure, resin(16.58, 62, [50, 45.06, 45.06])),
  point('SLA', 'DMM economy SLA 42.12 cm3', [30.53, 28.23], figure, resin(42.12, 116, [70, 59.98, 59.98])),
]
