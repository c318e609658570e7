import { randomUUID } from 'node:crypto'
import type { CurrentInspectionView, RecordedValue } from '@cotation/contracts'
import { checkedPieces } from '@cotation/domain'
import { concludeInspection } from '#features/inspection/conclude.service.ts'
import { getRunInspections } from '#features/inspection/inspection-view.service.ts'
import { recordValues } from '#features/inspection/record.service.ts'
import type { Shop } from './shop.ts'

type Characteristic = CurrentInspectionView['characteristics'][number]

/** Deviations of measured values as shares of the limit: all are good, none is exact. */
const deviations = [0.2, -0.35, 0.1, 0.45, -0.15, 0.3, -0.5, 0.05]

/** The maximum of one call. */
const valuesPerCall = 200

async function findInspection({ past }: Shop, code: string): Promise<CurrentInspectionView> {
  const { current } = await getRunInspections(past.deps, past.deps.db, code, 'fr')
  if (!current) throw new Error(`nothing of the run ${code} is to be inspected`)
  return current
}

/** Records a share of the values that the plan of a run asks for; 1 is all. */
export async function recordInspection(shop: Shop, code: string, share = 1): Promise<number> {
  const { past, staff } = shop
  const { characteristics, round, sampleSize } = await findInspection(shop, code)
  const values = characteristics.flatMap((one) =>
    checkedPieces(one, sampleSize).map((piece, i) => goodValue(one, piece, deviations[i % deviations.length] ?? 0)),
  )

  const recorded = values.slice(0, Math.ceil(share * values.length))
  for (let from = 0; from < recorded.length; from += valuesPerCall) {
    const some = recorded.slice(from, from + valuesPerCall)
    await recordValues(past.deps, { staffId: staff.operator, code, round, values: some }, 'fr')
  }
  return round
}

function goodValue(one: Characteristic, piece: number, deviation: number): RecordedValue {
  const value = { key: randomUUID(), characteristic: one.key, piece }
  if (one.method !== 'measure') return { ...value, isGood: true }

  const nominal = one.nominalMm ?? one.lowerMm ?? 0
  const limit = deviation > 0 ? one.upperMm : one.lowerMm
  const valueMm = nominal + Math.abs(deviation) * ((limit ?? nominal) - nominal)
  return { ...value, valueMm: Math.round(valueMm * 1000) / 1000 }
}

/** Records all values and passes all pieces on. */
export async function passInspection(shop: Shop, code: string): Promise<void> {
  const { past, staff } = shop
  const round = await recordInspection(shop, code)
  const conclusion = {
    key: randomUUID(),
    round,
    rework: 0,
    scrap: 0,
    backToStepId: null,
    reason: null,
    note: '',
  }
  await concludeInspection(past.deps, { staffId: staff.operator, code, conclusion }, 'fr')
}
