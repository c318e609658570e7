import type { RateCardId, ServiceSelection } from '@cotation/domain'
import type { Item, PricePoint, Shape } from './price-point.fixture.ts'

const milled = (
  cardId: RateCardId,
  materialId: string,
  quantity: number,
  shape: Shape,
  more: Partial<Item> = {},
): Item => ({
  cardId,
  processId: 'milling',
  materialId,
  quantity,
  ...shape,
  ...more,
})

const aluminium = 'al-6061-t6'
const blast: ServiceSelection = { id: 'sandblasting', option: 'glass-120' }
const anodized: ServiceSelection = { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 1 }
const counts = 'holes, setups and freeform share'

/** Measured in the files that the sources publish. */
const plate: Shape = { volumeCm3: 472.71, areaCm2: 1731.23, sizeMm: [360, 250, 6], holes: 32, setups: 1 }

const putter: readonly Item[] = [
  milled(
    'cn',
    aluminium,
    1,
    { volumeCm3: 107.63, areaCm2: 273.2, sizeMm: [114.93, 94.97, 26], holes: 10, setups: 3, freeformShare: 0.05 },
    { toleranceId: 'pm-0.10', services: [blast, anodized] },
  ),
  milled(
    'cn',
    aluminium,
    1,
    { volumeCm3: 33.67, areaCm2: 82.11, sizeMm: [47.9, 34.9, 21.9], holes: 3, setups: 3 },
    { toleranceId: 'pm-0.10', services: [blast, anodized] },
  ),
  milled(
    'cn',
    'brass-c360',
    1,
    { volumeCm3: 13, areaCm2: 109.17, sizeMm: [83.85, 40.8, 23.8], holes: 2, setups: 3 },
    { services: [blast] },
  ),
]

const dome: Shape = { volumeCm3: 54.88, areaCm2: 331, sizeMm: [104.66, 104.66, 49.3], freeformShare: 0.9 }

/** Only the prices of these are published; their shapes are assumed. */
const housing: Shape = { volumeCm3: 120, areaCm2: 520, sizeMm: [120, 80, 40], holes: 8, setups: 3, freeformShare: 0.05 }
const bracket: Shape = { volumeCm3: 50, areaCm2: 330, sizeMm: [100, 60, 30], holes: 8, setups: 3, freeformShare: 0.2 }
const disc: Shape = { volumeCm3: 300, areaCm2: 500, sizeMm: [122, 122, 50], holes: 12, setups: 3, freeformShare: 0.2 }

const point = (
  card: RateCardId,
  label: string,
  [referenceUsd, modelUsd]: readonly [number, number],
  [kind, source, assumed]: readonly [kind: string, source: string, assumed: string],
  items: readonly Item[],
  more: Partial<PricePoint> = {},
): PricePoint => ({ label, card, process: 'CNC', referenceUsd, modelUsd, kind, source, assumed, items, ...more })

const ratio = (
  card: RateCardId,
  label: string,
  figures: readonly [number, number],
  source: string,
  [item, over]: readonly [Item, Item],
): PricePoint => point(card, label, figures, ['ratio', source, 'the whole part'], [item], { over })

const discItem = (materialId: string, quantity: number) => milled('eu', materialId, quantity, disc)

/** Public prices of machined parts. */
export const machiningPoints: readonly PricePoint[] = [
  point(
    'cn',
    '6061 plate 360×250×6, q2',
    [41.94, 41.41],
    ['real quote/paid', 'handheld-cnc', 'holes (the file has 38) and setups'],
    [milled('cn', aluminium, 2, plate)],
  ),
  point(
    'cn',
    'FLAB putter: 2 × 6061 (±0.1, blast + anodize) + H59 blast',
    [135, 168.52],
    ['real quote/paid', 'flab', counts],
    putter,
  ),
  point(
    'cn',
    'PC dome Ø104.7×49.3 + vapour polish',
    [89.3, 88.24],
    ['real quote/paid', 'meridian', `surface, ${counts}`],
    [milled('cn', 'pc', 1, dome, { services: [{ id: 'special-treatment', option: 'vapour-polish' }] })],
  ),
  ratio('cn', 'ratio q10/q1, aluminium housing (120 -> 55 USD)', [0.46, 0.65], 'cnc-price-pk', [
    milled('cn', aluminium, 10, housing),
    milled('cn', aluminium, 1, housing),
  ]),
  point(
    'cn',
    'turned flywheel Ø80×15, 43.7 cm3, 6061 (20-35 USD)',
    [27.5, 28.84],
    ['author estimate, not a quote', 'gyrodrone', 'surface and operations; anodized as the source has it'],
    [
      {
        cardId: 'cn',
        processId: 'turning',
        materialId: aluminium,
        quantity: 1,
        volumeCm3: 43.7,
        areaCm2: 150,
        sizeMm: [80, 80, 15],
        turned: { diameterMm: 80, lengthMm: 15, operations: 3 },
        services: [anodized],
      },
    ],
    { provesNothing: true },
  ),
  ratio('cn', 'ratio SUS304/6061 (« 2-3 × »)', [2.5, 2.09], 'jlccnc-notes', [
    milled('cn', 'ss-304', 1, bracket),
    milled('cn', aluminium, 1, bracket),
  ]),
  point(
    'eu',
    'UK Ø122×50 aluminium q1 (geometry assumed)',
    [320.04, 302.23],
    ['published price, geometry assumed', 'geomiq-copy', 'all but the size'],
    [discItem(aluminium, 1)],
  ),
  ratio('eu', 'ratio q10/q1 (0.64)', [0.64, 0.67], 'geomiq-copy', [discItem(aluminium, 10), discItem(aluminium, 1)]),
  ratio('eu', 'ratio q100/q1 (0.49)', [0.49, 0.58], 'geomiq-copy', [discItem(aluminium, 100), discItem(aluminium, 1)]),
  ratio('eu', 'ratio stainless/aluminium q1 (1.71)', [1.71, 2.6], 'geomiq-copy', [
    discItem('ss-304', 1),
    discItem(aluminium, 1),
  ]),
]
