import {
  type Catalogue,
  fillPercent,
  isSameLoad,
  isWorkable,
  maxTrayPieces,
  type TrayLoad,
  trayFill,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { refuseHeldWork } from '#src/money/additional-cost.ts'
import { listLivePieces, lockStepsOf, openPieces, type StepRow } from '#src/production/step-progress.ts'
import {
  type ContentRow,
  findTrayByKey,
  insertTray,
  listContents,
  listPrinting,
  loadOf,
  lockOrders,
  lockTray,
  type Pieces,
  type PrintingRow,
  putContent,
  type TrayRow,
  updateTray,
} from './tray.repository.ts'
import { getCatalogue, loadOfPart, measuresOf, spaceOf } from './tray-view.service.ts'

type ContentDeps = Pick<Deps, 'catalogues' | 'clock' | 'db'>

/** Opens a tray with these pieces and returns its code. A repeat under the same key opens no second one. */
export async function openTray(
  deps: ContentDeps,
  staffId: string,
  { key, contents }: { key: string; contents: readonly Pieces[] },
): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    const parts = await lockParts(trx, contents)
    const known = await findTrayByKey(trx, key)
    if (known) return known.code

    const [first] = parts
    if (!first) throw new AppError('NOT_FOUND')
    const catalogue = await getCatalogue(deps, first.row.catalogueVersion, trx)
    const load = loadOfPart(first.row, catalogue)
    if (!load) throw new AppError('TRAY_MIXED')

    const tray = await insertTray(trx, {
      key,
      station: load.station,
      material_id: load.materialId,
      colour_id: load.colourId,
      catalogue_version: first.row.catalogueVersion,
      opened_at: deps.clock(),
      opened_by: staffId,
    })
    await putParts(deps, trx, tray, parts)
    await recordAudit(trx, {
      staffId,
      action: 'tray.opened',
      subject: { kind: 'tray', id: tray.id },
      after: { code: tray.code, contents: factsOf(contents) },
    })
    return tray.code
  })
}

interface ContentChange {
  contents: readonly Pieces[]
  /** Quantities are only lowered, and a repeat is accepted whatever has become of the tray. */
  isTakeOut: boolean
}

/** Sets how many pieces of some steps are in an open tray. */
export async function changeContents(
  deps: ContentDeps,
  staffId: string,
  code: string,
  { contents: asked, isTakeOut }: ContentChange,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const tray = await lockTray(trx, code)
    if (!tray) throw new AppError('NOT_FOUND')

    const present = await listContents(trx, tray.id)
    const contents = isTakeOut ? asked.map((pieces) => lowered(present, pieces)) : asked
    const before = contents.map(({ stepId }) => ({ stepId, quantity: quantityOf(present, stepId) }))
    const changed = contents.filter(({ stepId, quantity }) => quantity !== quantityOf(present, stepId))
    if (isTakeOut && changed.length === 0) return
    if (tray.state !== 'open') throw new AppError('TRAY_STATE', { trayCode: code })

    const parts = await lockParts(trx, contents)
    if (changed.length === 0) return

    const isChanged = ({ row }: LockedPart) => changed.some(({ stepId }) => stepId === row.stepId)
    await putParts(deps, trx, tray, parts.filter(isChanged))
    await recordAudit(trx, {
      staffId,
      action: 'tray.changed',
      subject: { kind: 'tray', id: tray.id },
      before: { contents: factsOf(before) },
      after: { contents: factsOf(contents) },
    })
  })
}

const quantityOf = (present: readonly ContentRow[], stepId: string): number =>
  present.find((row) => row.stepId === stepId)?.quantity ?? 0

const lowered = (present: readonly ContentRow[], { stepId, quantity }: Pieces): Pieces => ({
  stepId,
  quantity: Math.min(quantity, quantityOf(present, stepId)),
})

const factsOf = (contents: readonly Pieces[]) => contents.map(({ stepId, quantity }) => ({ stepId, quantity }))

interface LockedPart {
  row: PrintingRow
  step: StepRow
  /** Whether its order is still being made. */
  isMade: boolean
  quantity: number
}

/** The parts of these pieces, with orders and steps locked: orders by id first, as all of production does. */
async function lockParts(trx: Trx, contents: readonly Pieces[]): Promise<LockedPart[]> {
  const rows = await listPrinting(
    trx,
    contents.map(({ stepId }) => stepId),
  )
  if (rows.length < contents.length) throw new AppError('NOT_FOUND')

  const orders = await lockOrders(
    trx,
    rows.map(({ orderId }) => orderId),
  )
  const steps = await lockStepsOf(
    trx,
    rows.map(({ runId }) => runId),
  )
  return rows.flatMap((row) => {
    const step = steps.find(({ id }) => id === row.stepId)
    const status = orders.get(row.orderId)
    const quantity = contents.find(({ stepId }) => stepId === row.stepId)?.quantity ?? 0
    return step && status ? [{ row, step, quantity, isMade: isWorkable(status) }] : []
  })
}

/** Puts pieces into a tray, or takes them out, after checking that they are free and of its load. */
async function putParts(deps: ContentDeps, trx: Trx, tray: TrayRow, parts: readonly LockedPart[]): Promise<void> {
  const added = parts.filter(({ quantity }) => quantity > 0)
  await refuseHeldWork(
    trx,
    added.map(({ row }) => row.lineId),
  )

  const live = await listLivePieces(
    trx,
    parts.map(({ row }) => row.stepId),
  )
  for (const part of added) {
    const elsewhere = live.filter(({ stepId, trayId }) => stepId === part.row.stepId && trayId !== tray.id)
    const taken = elsewhere.reduce((sum, { quantity }) => sum + quantity, 0)
    const load = loadOfPart(part.row, await getCatalogue(deps, part.row.catalogueVersion, trx))
    refuseUnfit(part, loadOf(tray), { load, taken })
  }

  for (const { row, quantity } of parts) await putContent(trx, tray.id, row.stepId, quantity)

  const contents = await listContents(trx, tray.id)
  const pieces = contents.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces > maxTrayPieces) throw new AppError('QUOTA_EXCEEDED')
  const catalogue = await getCatalogue(deps, tray.catalogue_version, trx)
  await updateTray(trx, tray.id, { fill_percent: percentOf(tray, catalogue, contents) })
}

function refuseUnfit(
  { step, quantity, isMade }: LockedPart,
  trayLoad: TrayLoad,
  { load, taken }: { load: TrayLoad | null; taken: number },
): void {
  if (!isMade) throw new AppError('ORDER_STATE')
  if (!load || !isSameLoad(load, trayLoad)) throw new AppError('TRAY_MIXED')
  if (step.state === 'waiting') throw new AppError('STEP_WAITING')

  // Running by another tray, or by an operator who reports the step alone.
  const isWaiting = step.state === 'ready' || (step.state === 'running' && taken > 0)
  if (!isWaiting || quantity > openPieces(step) - taken) throw new AppError('TRAY_PIECES')
}

function percentOf(tray: TrayRow, catalogue: Catalogue, contents: readonly ContentRow[]): number {
  const parts = contents.map((row) => ({ ...measuresOf(row), quantity: row.quantity }))
  return fillPercent(trayFill(tray.station, spaceOf(catalogue, loadOf(tray)), parts).boxShare)
}
