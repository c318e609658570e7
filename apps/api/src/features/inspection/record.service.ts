import type { RecordedValue, RunInspections } from '@cotation/contracts'
import { checkedPieces, isWithinLimits, type Language, timeIn } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { type InspectionStep, lockInspectionStep } from '#features/production/inspection-step.service.ts'
import { refuseHeldWork } from '#src/money/additional-cost.ts'
import {
  findValueOwners,
  getOrderedLine,
  type InspectionRow,
  insertInspection,
  listCharacteristics,
  listRunInspections,
  listValues,
  type StoredCharacteristic,
  type StoredValue,
  writeValue,
} from './inspection.repository.ts'
import { getRunInspections } from './inspection-view.service.ts'
import { planInspection } from './plan.service.ts'

export type RecordDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'texts'>

/** The inspection of a run that is being done, or a round that a colleague has concluded. */
export interface LockedInspection {
  step: InspectionStep
  inspections: InspectionRow[]
  open: InspectionRow | undefined
}

/** Locks the run of a code with its inspections. */
export async function lockInspection(trx: Trx, code: string): Promise<LockedInspection> {
  const step = await lockInspectionStep(trx, code)
  const inspections = await listRunInspections(trx, step.runId)
  const open = inspections.find(({ concluded_at }) => concluded_at === null)
  return { step, inspections, open }
}

/** Throws unless the pieces of a round can be checked now. */
export function assertOpen(
  { config }: Pick<Deps, 'config'>,
  { step, inspections }: LockedInspection,
  round: number,
): void {
  const concluded = inspections.find((one) => one.round === round && one.concluded_at !== null)
  if (concluded)
    throw new AppError('INSPECTION_CONCLUDED', {
      holderName: concluded.inspector ?? '',
      heldAt: concluded.concluded_at ? timeIn(config.timeZone, concluded.concluded_at) : '',
    })

  if (!step.isWorkable) throw new AppError('ORDER_STATE')
  if (round !== inspections.filter(({ concluded_at }) => concluded_at !== null).length + 1)
    throw new AppError('NOT_FOUND')
  // All its pieces were lost before they came, or the run ended before this release.
  if (step.pieces === 0) throw new AppError('NOT_FOUND')
  if (step.step.state === 'waiting') throw new AppError('STEP_WAITING')
}

export interface OpenInspection {
  id: string
  sampleSize: number
}

/**
 * The open inspection of a run; its plan is stored now if nothing was recorded before. Throws
 * WORK_HELD if an additional cost holds up the work on the line, ORDER_STOPPED if a dispute does.
 */
export async function openInspection(
  deps: Pick<Deps, 'catalogues' | 'clock'>,
  trx: Trx,
  { step, open }: LockedInspection,
  round: number,
): Promise<OpenInspection> {
  await refuseHeldWork(trx, [step.lineId])
  if (open) return { id: open.id, sampleSize: open.sample_size }

  const line = await getOrderedLine(trx, step.lineId)
  const plan = await planInspection(deps, line, { quantity: step.pieces, round })
  const inspection = {
    run_id: step.runId,
    order_id: step.orderId,
    round,
    quantity: step.pieces,
    sample_size: plan.sampleSize,
    opened_at: deps.clock(),
  }
  const id = await insertInspection(trx, inspection, plan.characteristics)
  return { id, sampleSize: plan.sampleSize }
}

interface Recording {
  staffId: string
  code: string
  round: number
  values: readonly RecordedValue[]
}

/**
 * Records values about pieces; limits judge the measured ones. A value under a known key changes
 * nothing, so that a tablet may repeat it. Another value for the same piece must name the one that it
 * corrects, or a colleague's would be lost unseen.
 */
export async function recordValues(
  deps: RecordDeps,
  { staffId, code, round, values }: Recording,
  language: Language,
): Promise<RunInspections> {
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockInspection(trx, code)
    const unknown = await unknownValues(trx, locked, values)
    if (unknown.length === 0) return getRunInspections(deps, trx, code, language)

    assertOpen(deps, locked, round)
    const { id: inspectionId, sampleSize } = await openInspection(deps, trx, locked, round)
    const plan = {
      characteristics: await listCharacteristics(trx, [inspectionId]),
      sampleSize,
      known: await listValues(trx, [inspectionId]),
    }

    const changes = unknown.map((value) => changeOf(deps, plan, value))
    for (const { characteristic, value } of changes)
      await writeValue(trx, { ...value, characteristic_id: characteristic.id, staff_id: staffId, at: deps.clock() })

    await recordAudit(trx, {
      staffId,
      action: 'inspection.recorded',
      subject: { kind: 'inspection', id: inspectionId },
      before: { values: changes.flatMap(({ characteristic, replaced }) => factsOf(characteristic, replaced)) },
      after: {
        orderId: locked.step.orderId,
        round,
        values: changes.flatMap(({ characteristic, value }) => factsOf(characteristic, value)),
      },
    })
    return getRunInspections(deps, trx, code, language)
  })
}

/** The values that were not received before. Keys of another run throw NOT_FOUND. */
async function unknownValues(trx: Trx, { inspections }: LockedInspection, values: readonly RecordedValue[]) {
  const known = await findValueOwners(
    trx,
    values.map(({ key }) => key),
  )
  const isForeign = known.some((value) => !inspections.some(({ id }) => id === value.inspection_id))
  if (isForeign) throw new AppError('NOT_FOUND')

  return values.filter(({ key }) => !known.some(({ id }) => id === key))
}

interface Plan {
  characteristics: readonly StoredCharacteristic[]
  sampleSize: number
  known: readonly StoredValue[]
}

interface ValueChange {
  characteristic: StoredCharacteristic
  value: { id: string; piece: number; value_mm: number | null; is_good: boolean }
  replaced: StoredValue | undefined
}

/** What a value changes that was not received before. */
function changeOf({ config }: Pick<Deps, 'config'>, plan: Plan, recorded: RecordedValue): ValueChange {
  const characteristic = plan.characteristics.find(({ key }) => key === recorded.characteristic)
  if (!characteristic) throw new AppError('INSPECTION_VALUE_WRONG')
  if (!checkedPieces(characteristic, plan.sampleSize).includes(recorded.piece))
    throw new AppError('INSPECTION_VALUE_WRONG')

  const replaced = plan.known.find(
    ({ characteristic_id, piece }) => characteristic_id === characteristic.id && piece === recorded.piece,
  )
  if (replaced && replaced.id !== recorded.corrects)
    throw new AppError('INSPECTION_VALUE_RECORDED', {
      holderName: replaced.recorder,
      heldAt: timeIn(config.timeZone, replaced.at),
    })

  const value = { id: recorded.key, piece: recorded.piece, ...judged(characteristic, recorded) }
  return { characteristic, value, replaced }
}

/** The verdict about a value: of its limits if it is measured, else of the person. */
function judged(
  characteristic: StoredCharacteristic,
  { valueMm, isGood }: RecordedValue,
): { value_mm: number | null; is_good: boolean } {
  if (characteristic.method === 'measure') {
    if (valueMm === undefined || isGood !== undefined) throw new AppError('INSPECTION_VALUE_WRONG')
    return { value_mm: valueMm, is_good: isWithinLimits(characteristic, valueMm) }
  }

  if (isGood === undefined || valueMm !== undefined) throw new AppError('INSPECTION_VALUE_WRONG')
  return { value_mm: null, is_good: isGood }
}

type ValueFacts = Pick<StoredValue, 'piece' | 'value_mm' | 'is_good'>

function factsOf({ key }: StoredCharacteristic, value: ValueFacts | undefined) {
  if (!value) return []
  return [{ characteristic: key, piece: value.piece, valueMm: value.value_mm, isGood: value.is_good }]
}
