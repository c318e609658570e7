import type {
  CharacteristicView,
  CurrentInspectionView,
  CustomerInspectionView,
  InspectionView,
  RunInspections,
} from '@cotation/contracts'
import { type InspectionVerdict, isClosedStep, type Language, type PlannedCharacteristic } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { getRunView } from '#features/production/run-view.service.ts'
import {
  findInspectedOrder,
  findInspection,
  getOrderedLine,
  type InspectionRow,
  listCharacteristics,
  listOrderInspections,
  listPhotos,
  listRunInspections,
  listValues,
  type StoredCharacteristic,
  type StoredValue,
} from './inspection.repository.ts'
import { characteristicNames, type NameCharacteristic, planInspection } from './plan.service.ts'

export type ViewDeps = Pick<Deps, 'catalogues' | 'texts'>

function verdictOf({ concluded_at, rework, scrap }: InspectionRow): InspectionVerdict {
  if (concluded_at === null) return 'open'
  return rework + scrap > 0 ? 'failed' : 'passed'
}

function characteristicViewOf(
  one: PlannedCharacteristic,
  nameOf: NameCharacteristic,
  values: readonly StoredValue[],
): CharacteristicView {
  const { key, kind, method, isPerPiece, nominalMm, lowerMm, upperMm } = one
  return {
    key,
    kind,
    method,
    isPerPiece,
    ...nameOf(one),
    nominalMm,
    lowerMm,
    upperMm,
    values: values.map((value) => ({
      key: value.id,
      piece: value.piece,
      valueMm: value.value_mm,
      isGood: value.is_good,
      by: value.recorder,
      at: value.at.toISOString(),
    })),
  }
}

function conclusionOf(row: InspectionRow): InspectionView['conclusion'] {
  const { concluded_at: at, back_operation: operation, back_service: service } = row
  if (at === null) return null

  return {
    at: at.toISOString(),
    by: row.inspector ?? '',
    good: row.good,
    rework: row.rework,
    scrap: row.scrap,
    reason: row.reason,
    note: row.note,
    backTo: operation === null ? null : { operation, service },
    remakeCode: row.remake_code,
  }
}

/** The views of inspections, each with the words of its line. */
export async function inspectionViews(
  deps: ViewDeps,
  db: Db | Trx,
  rows: readonly InspectionRow[],
  language: Language,
): Promise<InspectionView[]> {
  const ids = rows.map(({ id }) => id)
  const characteristics = Map.groupBy(await listCharacteristics(db, ids), ({ inspectionId }) => inspectionId)
  const values = Map.groupBy(await listValues(db, ids), ({ characteristic_id }) => characteristic_id)
  const photos = Map.groupBy(await listPhotos(db, ids), ({ inspection_id }) => inspection_id)

  const names = new Map<string, NameCharacteristic>()
  for (const lineId of new Set(rows.map(({ line_id }) => line_id)))
    names.set(lineId, await characteristicNames(deps, await getOrderedLine(db, lineId), language))

  return rows.map((row) => {
    const nameOf: NameCharacteristic = names.get(row.line_id) ?? (() => ({ name: '', hint: '' }))
    const viewOf = (one: StoredCharacteristic) => characteristicViewOf(one, nameOf, values.get(one.id) ?? [])
    return {
      id: row.id,
      runCode: row.run_code,
      orderId: row.order_id,
      lineId: row.line_id,
      lineName: row.line_name,
      round: row.round,
      quantity: row.quantity,
      sampleSize: row.sample_size,
      verdict: verdictOf(row),
      characteristics: (characteristics.get(row.id) ?? []).map(viewOf),
      photos: (photos.get(row.id) ?? []).map(({ id, photographer, at }) => ({
        id,
        by: photographer,
        at: at.toISOString(),
      })),
      conclusion: conclusionOf(row),
    }
  })
}

/** The inspections of a run: those that are concluded, and the one to do now. */
export async function getRunInspections(
  deps: ViewDeps,
  db: Db | Trx,
  code: string,
  language: Language,
): Promise<RunInspections> {
  const run = await getRunView(db, { code })
  const views = await inspectionViews(deps, db, await listRunInspections(db, run.id), language)
  const concluded = views.filter(({ conclusion }) => conclusion !== null)

  const index = run.steps.findIndex(({ operation }) => operation === 'inspection')
  const step = run.steps[index]
  if (!step || isClosedStep(step.state)) return { current: null, concluded }

  const earlierSteps = run.steps
    .slice(0, index)
    .filter(({ state }) => state === 'done')
    .map(({ id, operation, service }) => ({ id, operation, service }))
  const open = views.find(({ conclusion }) => conclusion === null)
  const round = concluded.length + 1
  const quantity = step.quantity - step.good - step.scrap
  const planned = open ?? (await plannedView(deps, db, { run, round, quantity, language }))
  return { current: { ...planned, stepId: step.id, isReady: step.state !== 'waiting', earlierSteps }, concluded }
}

interface Planned {
  run: Awaited<ReturnType<typeof getRunView>>
  round: number
  quantity: number
  language: Language
}

type PlannedView = Omit<CurrentInspectionView, 'stepId' | 'isReady' | 'earlierSteps'>

/** An inspection of which nothing is recorded yet. */
async function plannedView(deps: ViewDeps, db: Db | Trx, planned: Planned): Promise<PlannedView> {
  const { run, round, quantity, language } = planned
  const line = await getOrderedLine(db, run.lineId)
  const plan = await planInspection(deps, line, { quantity, round })
  const nameOf = await characteristicNames(deps, line, language)

  return {
    id: null,
    runCode: run.code,
    orderId: run.orderId,
    lineId: run.lineId,
    lineName: run.name,
    round,
    quantity,
    sampleSize: plan.sampleSize,
    verdict: 'open',
    characteristics: plan.characteristics.map((one) => characteristicViewOf(one, nameOf, [])),
    photos: [],
    conclusion: null,
  }
}

/** The begun inspections of any order. */
export async function listForStaff(
  deps: ViewDeps & Pick<Deps, 'db'>,
  orderId: string,
  language: Language,
): Promise<InspectionView[]> {
  if (!(await findInspectedOrder(deps.db, orderId))) throw new AppError('NOT_FOUND')
  return inspectionViews(deps, deps.db, await listOrderInspections(deps.db, orderId), language)
}

/** The concluded inspections of a customer's order. Another's order and an unknown one throw NOT_FOUND (BOL-1). */
export async function listForCustomer(
  deps: ViewDeps & Pick<Deps, 'db'>,
  customerId: string,
  orderId: string,
  language: Language,
): Promise<CustomerInspectionView[]> {
  const order = await findInspectedOrder(deps.db, orderId)
  if (order?.customer_id !== customerId) throw new AppError('NOT_FOUND')

  const rows = await listOrderInspections(deps.db, orderId)
  const concluded = rows.filter(({ concluded_at }) => concluded_at !== null)
  return (await inspectionViews(deps, deps.db, concluded, language)).flatMap(customerViewOf)
}

/** Without the names and notes of staff. */
function customerViewOf({ conclusion, ...view }: InspectionView): CustomerInspectionView[] {
  if (!conclusion) return []
  const { orderId: _, photos, characteristics, ...shown } = view

  return [
    {
      ...shown,
      characteristics: characteristics.map((one) => ({
        ...one,
        values: one.values.map(({ key, piece, valueMm, isGood }) => ({ key, piece, valueMm, isGood })),
      })),
      photoIds: photos.map(({ id }) => id),
      at: conclusion.at,
      good: conclusion.good,
      rework: conclusion.rework,
      scrap: conclusion.scrap,
    },
  ]
}

/** A concluded inspection that a reader may see; else NOT_FOUND. */
export async function getConcluded(
  db: Db,
  inspectionId: string,
  reader: { customerId: string } | 'staff',
): Promise<InspectionRow> {
  const row = await findInspection(db, inspectionId)
  const mayRead = row && (reader === 'staff' || row.customer_id === reader.customerId)
  if (!mayRead || row.concluded_at === null) throw new AppError('NOT_FOUND')
  return row
}
