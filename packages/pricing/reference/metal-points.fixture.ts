import type { Item, PricePoint, Shape } from './price-point.fixture.ts'

type Size = Shape['sizeMm']

const melted = (
  materialId: string,
  volumeCm3: number,
  areaCm2: number,
  sizeMm: Size,
  more: Partial<Item> = {},
): Item => ({
  cardId: 'cn',
  processId: 'slm',
  materialId,
  quantity: 1,
  volumeCm3,
  areaCm2,
  sizeMm,
  ...more,
})

const point = (
  label: string,
  [referenceUsd, modelUsd]: readonly [number, number],
  [kind, source, assumed]: readonly [kind: string, source: string, assumed: string],
  item: Item,
  more: Partial<PricePoint> = {},
): PricePoint => ({
  label,
  card: item.cardId,
  process: 'SLM',
  referenceUsd,
  modelUsd,
  kind,
  source,
  assumed,
  items: [item],
  ...more,
})

const sizes = 'size and surface'
const anchor = ['published USD/g', 'jlc-price-note', sizes] as const
const cut = ['published example, price cut applied', 'watch-research', sizes] as const
const ratioPart = [50, 330, [100, 60, 30]] as const

/** Public prices of printed metal. */
export const metalPoints: readonly PricePoint[] = [
  point('316L 0.21 USD/g anchor, 20 cm3', [33.18, 39.09], anchor, melted('slm-316l', 20, 110, [60, 40, 25])),
  point('316L 0.21 USD/g anchor, 50 cm3', [82.95, 89.65], anchor, melted('slm-316l', 50, 247, [100, 60, 30])),
  point('TC4 25 cm3 solid, 210 USD less 47 %', [111.3, 107.64], cut, melted('slm-ti6al4v', 25, 200, [60, 40, 25])),
  point('TC4 14 cm3 lattice, 160 USD less 47 %', [84.8, 74.57], cut, melted('slm-ti6al4v', 14, 350, [60, 40, 25])),
  point(
    'ratio Xometry 575 / Unionfab 45 USD (12.6)',
    [12.65, 16.88],
    ['ratio, geometry assumed', 'watch-research', 'volume, size and surface'],
    melted('slm-316l', ...ratioPart, { cardId: 'eu' }),
    { card: 'eu/cn', over: melted('slm-316l', ...ratioPart) },
  ),
  point(
    'Phasio 316L 10 cm3',
    [493.9, 426.48],
    ['published example', 'phasio-lpbf', sizes],
    melted('slm-316l', 10, 117, [50, 40, 30], { cardId: 'eu' }),
  ),
  point(
    'FabNow « from 0.16 USD/g » 316L, 100 cm3 × 100 pcs',
    [126.4, 133.23],
    ['floor price claim', 'fabnow', sizes],
    melted('slm-316l', 100, 355, [100, 100, 40], { quantity: 100 }),
  ),
]
