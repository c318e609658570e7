import type { RateCardId } from '@cotation/domain'
import type { PricePoint } from './price-point.fixture.ts'

const cast = (cardId: RateCardId, quantity: number, referenceUsd: number, modelUsd: number): PricePoint => ({
  label: cardId === 'cn' ? `ABS-like 100×60×30, 50 cm3, q${quantity}` : `Phasio 100×60×30 q${quantity}`,
  card: cardId,
  process: 'VC',
  referenceUsd,
  modelUsd,
  items: [
    {
      cardId,
      processId: 'casting',
      materialId: 'vc-pu-abs',
      quantity,
      volumeCm3: 50,
      areaCm2: 330,
      sizeMm: [100, 60, 30],
    },
  ],
  ...(cardId === 'cn'
    ? { kind: 'UNVERIFIED engineering estimate', source: '-', provesNothing: true }
    : { kind: 'published example', source: 'phasio-vc', assumed: 'volume and surface' }),
})

/** Prices of castings: public ones from Europe, estimates for China. */
export const castingPoints: readonly PricePoint[] = [
  cast('cn', 5, 55, 50.88),
  cast('cn', 10, 36, 33.26),
  cast('cn', 20, 26, 23.72),
  cast('cn', 40, 25, 22.22),
  cast('eu', 5, 151.8, 128.61),
  cast('eu', 20, 52.8, 54.9),
  cast('eu', 40, 52.8, 50.12),
]
