import { randomUUID } from 'node:crypto'
import type { RemakeView, TrayHit } from '@cotation/contracts'
import { isWorkable, type LossReason, type StepState, shareSeconds, timeIn } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { remakePieces } from '#features/production/remake.service.ts'
import { refuseHeldWork } from '#src/money/additional-cost.ts'
import { planRemake, type Remake } from '#src/production/open-run.ts'
import {
  insertStepReport,
  listLivePieces,
  lockStepsOf,
  openPieces,
  passOn,
  type StepRow,
  updateStep,
} from '#src/production/step-progress.ts'
import {
  type ContentRow,
  findTray,
  type LostPieces,
  listContents,
  listCustomerNames,
  listLostPieces,
  listStaffNames,
  lockOrders,
  lockTray,
  type Pieces,
  type TrayRow,
  updateContent,
  updateTray,
} from './tray.repository.ts'

type ReportDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'jobs'>

interface LockedTray {
  tray: TrayRow
  /** Contents of orders that are still being made. */
  wanted: ContentRow[]
  /** Contents of orders that were refunded since. */
  ended: ContentRow[]
  /** All steps of the runs of wanted pieces. */
  steps: StepRow[]
}

interface ClosedTray extends LockedTray {
  startedAt: Date
}

/** Locks the orders of a locked tray by id, then steps: always in this sequence. */
async function lockAll(trx: Trx, tray: TrayRow): Promise<LockedTray> {
  const contents = await listContents(trx, tray.id)
  const orders = await lockOrders(
    trx,
    contents.map(({ orderId }) => orderId),
  )
  const isWanted = ({ orderId }: ContentRow) => {
    const status = orders.get(orderId)
    return status !== undefined && isWorkable(status)
  }

  const wanted = contents.filter(isWanted)
  const runIds = wanted.map(({ runId }) => runId)
  const steps = runIds.length > 0 ? await lockStepsOf(trx, runIds) : []
  return { tray, wanted, ended: contents.filter((row) => !isWanted(row)), steps }
}

const stepOf = (steps: readonly StepRow[], { stepId }: ContentRow): StepRow => {
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`The step ${stepId} of a tray is not locked.`)
  return step
}

interface StartReport {
  key: string
  agoSeconds: number
  /** What was loaded. */
  contents: readonly Pieces[]
}

/**
 * Starts the printing, and with it the steps of the pieces. A repeat under the same key changes nothing,
 * also after the tray was closed. A tray that a colleague started with the same contents stays as it is.
 */
export async function startTray(
  deps: ReportDeps,
  staffId: string,
  code: string,
  { key, agoSeconds, contents: loaded }: StartReport,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const tray = await lockTray(trx, code)
    if (!tray) throw new AppError('NOT_FOUND')
    if (tray.started_key === key) return
    if (tray.closed_at !== null) throw await refusalOf(deps, trx, tray, tray.closed_at)

    const { wanted, ended, steps } = await lockAll(trx, tray)
    if (!isSameContents([...wanted, ...ended], loaded)) throw new AppError('TRAY_CHANGED', { trayCode: code })
    if (tray.state === 'printing') return

    const [gone] = ended
    if (gone) throw new AppError('TRAY_ORDER_ENDED', { orderNumber: gone.orderNumber })
    if (wanted.length === 0) throw new AppError('TRAY_EMPTY', { trayCode: code })
    await refuseHeldWork(
      trx,
      wanted.map(({ lineId }) => lineId),
    )

    const now = deps.clock()
    const startedAt = momentOf(agoSeconds, now, tray.opened_at)
    for (const content of wanted) {
      const step = stepOf(steps, content)
      if (content.quantity > openPieces(step)) throw new AppError('TRAY_PIECES')
      // The other pieces of the run are printing in another tray.
      if (step.state === 'running') continue

      const at = laterOf(startedAt, step.changed_at)
      await updateStep(trx, step.id, { state: 'running', running_since: at, staff_id: staffId, changed_at: at })
      const report = reportOf(step, { staffId, at: startedAt, now })
      await insertStepReport(trx, { ...report, report: 'start', good: 0, scrap: 0, reason: null })
    }
    const started = { started_at: startedAt, started_by: staffId, started_key: key }
    await updateTray(trx, tray.id, { ...started, state: 'printing' })
    await recordAudit(trx, {
      staffId,
      action: 'tray.started',
      subject: { kind: 'tray', id: tray.id },
      before: { state: 'open' },
      after: { state: 'printing' },
    })
  })
}

const isSameContents = (contents: readonly Pieces[], loaded: readonly Pieces[]): boolean =>
  contents.length === loaded.length &&
  contents.every(({ stepId, quantity }) => loaded.some((one) => one.stepId === stepId && one.quantity === quantity))

const laterOf = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)

/** When it was done, by the server's clock: that of a tablet may be wrong. Never before what it follows. */
const momentOf = (agoSeconds: number, now: Date, last: Date): Date =>
  laterOf(new Date(now.getTime() - 1000 * agoSeconds), last)

interface Reported {
  staffId: string
  /** When it was done at the machine. */
  at: Date
  now: Date
}

const reportOf = ({ id, changed_at }: StepRow, { staffId, at, now }: Reported) => ({
  id: randomUUID(),
  step_id: id,
  staff_id: staffId,
  at: laterOf(at, changed_at),
  received_at: now,
  rework: 0,
})

interface Closing extends Reported {
  reason: LossReason | null
  /** Lost pieces of a content. */
  lostOf: (content: ContentRow) => number
  cause: 'scrap' | 'tray'
}

/** A printing tray with everything locked that closing it changes; null if this report has closed it before. */
async function lockToClose(deps: ReportDeps, trx: Trx, code: string, key: string): Promise<ClosedTray | null> {
  const tray = await lockTray(trx, code)
  if (!tray) throw new AppError('NOT_FOUND')
  if (tray.closed_key === key) return null
  if (tray.closed_at !== null) throw await refusalOf(deps, trx, tray, tray.closed_at)
  if (tray.started_at === null) throw new AppError('TRAY_STATE', { trayCode: code })

  return { ...(await lockAll(trx, tray)), startedAt: tray.started_at }
}

/** Reports the step of each content, and makes the lost pieces again. */
async function closeContents(deps: ReportDeps, trx: Trx, locked: ClosedTray, closing: Closing): Promise<void> {
  const { tray, wanted, steps, startedAt } = locked
  const { staffId, at } = closing
  const stepIds = wanted.map(({ stepId }) => stepId)
  const others = (await listLivePieces(trx, stepIds)).filter(({ trayId }) => trayId !== tray.id)
  const seconds = workedSeconds(startedAt, at, wanted, steps)

  for (const [index, content] of wanted.entries()) {
    const step = stepOf(steps, content)
    const scrap = closing.lostOf(content)
    const good = content.quantity - scrap
    const isPrinting = others.some(({ stepId, state }) => stepId === step.id && state === 'printing')
    const worked = step.worked_seconds + (seconds[index] ?? 0)
    await finishPieces(trx, steps, step, { good, scrap, worked, isPrinting, staffId, at })
  }

  const remakes = await openRemakesOf(deps, trx, locked, closing)
  for (const content of wanted) {
    const scrap = closing.lostOf(content)
    const good = content.quantity - scrap
    const remakeId = remakes.get(content.stepId)?.runId ?? null
    const reason = scrap > 0 ? closing.reason : null
    const report = { ...reportOf(stepOf(steps, content), closing), report: 'done' as const, good, scrap, reason }
    await insertStepReport(trx, { ...report, remake_id: remakeId })
    await updateContent(trx, tray.id, content.stepId, { good, remake_id: remakeId })
  }
}

/** A colleague was faster. Names the person and the moment. */
async function refusalOf({ config }: ReportDeps, trx: Trx, { closed_by }: TrayRow, closedAt: Date): Promise<AppError> {
  const names = closed_by === null ? null : await listStaffNames(trx, [closed_by])
  const holderName = names?.get(closed_by ?? '') ?? ''
  return new AppError('TRAY_CLOSED', { holderName, heldAt: timeIn(config.timeZone, closedAt) })
}

/** The time of the machine, shared by the planned minutes of the pieces, or by their number without any. */
function workedSeconds(
  startedAt: Date,
  endedAt: Date,
  contents: readonly ContentRow[],
  steps: readonly StepRow[],
): number[] {
  const seconds = Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000))
  const minutes = contents.map((content) => {
    const { planned_minutes: planned, quantity } = stepOf(steps, content)
    return quantity > 0 ? ((planned ?? 0) / quantity) * content.quantity : 0
  })

  const isPlanned = minutes.every((weight) => weight > 0)
  return shareSeconds(seconds, isPlanned ? minutes : contents.map(({ quantity }) => quantity))
}

interface Finished {
  good: number
  scrap: number
  worked: number
  /** Other pieces of the step print in another tray. */
  isPrinting: boolean
  staffId: string
  at: Date
}

async function finishPieces(trx: Trx, steps: readonly StepRow[], step: StepRow, finished: Finished): Promise<void> {
  const { good, scrap, worked, isPrinting, staffId, at } = finished
  const isDone = openPieces(step) === good + scrap
  const unfinished: StepState = isPrinting ? 'running' : 'ready'
  const state: StepState = isDone ? 'done' : unfinished

  await updateStep(trx, step.id, {
    state,
    good: step.good + good,
    scrap: step.scrap + scrap,
    worked_seconds: worked,
    running_since: state === 'running' ? step.running_since : null,
    staff_id: staffId,
    changed_at: laterOf(at, step.changed_at),
  })
  if (isDone) await passOn(trx, steps, step, step.good + good)
}

/** The runs that make the lost pieces of a tray again, by printing step. */
async function openRemakesOf(
  deps: ReportDeps,
  trx: Trx,
  { tray, wanted }: LockedTray,
  { cause, reason, lostOf, staffId, now }: Closing,
): Promise<Map<string, Remake>> {
  if (reason === null) return new Map()

  const contents = wanted.filter((content) => lostOf(content) > 0)
  const pieces = contents.map((content) => ({ ...content, quantity: lostOf(content) }))
  const remakes = await remakePieces(deps, trx, { id: tray.id, cause, reason, staffId }, pieces, now)

  const byStep = new Map<string, Remake>()
  for (const [index, remake] of remakes.entries()) byStep.set(contents[index]?.stepId ?? '', remake)
  return byStep
}

interface DoneReport {
  key: string
  agoSeconds: number
  lost: readonly Pieces[]
  reason: LossReason | null
}

/** Reports a tray as printed. Lost pieces are made again. A repeat under the same key changes nothing. */
export async function finishTray(
  deps: ReportDeps,
  staffId: string,
  code: string,
  { key, agoSeconds, lost, reason }: DoneReport,
): Promise<RemakeView[]> {
  if (lost.length > 0 && reason === null)
    throw new AppError('VALIDATION', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })

  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockToClose(deps, trx, code, key)
    if (!locked) return remakesOf(await listLostPieces(trx, code))

    // A loss of pieces whose order has ended meanwhile is no fault of the report, and is not made again.
    refuseOddLosses([...locked.wanted, ...locked.ended], lost)
    const now = deps.clock()
    const at = momentOf(agoSeconds, now, locked.startedAt)
    const lostOf = ({ stepId }: ContentRow) => lost.find((one) => one.stepId === stepId)?.quantity ?? 0
    await closeContents(deps, trx, locked, { staffId, at, now, reason, lostOf, cause: 'scrap' })
    const pieces = await listLostPieces(trx, code)

    const { id } = locked.tray
    const closedReason = pieces.length > 0 ? reason : null
    const closed = { closed_at: at, closed_by: staffId, closed_key: key }
    await updateTray(trx, id, { ...closed, state: 'done', reason: closedReason })
    await recordAudit(trx, {
      staffId,
      action: 'tray.done',
      subject: { kind: 'tray', id },
      before: { state: 'printing' },
      after: { state: 'done', reason: closedReason, remakes: pieces.map(({ runId }) => runId) },
    })
    return remakesOf(pieces)
  })
}

/** Losses must be of pieces in the tray. */
function refuseOddLosses(contents: readonly ContentRow[], lost: DoneReport['lost']): void {
  for (const { stepId, quantity } of lost) {
    const content = contents.find((row) => row.stepId === stepId)
    if (!content) throw new AppError('NOT_FOUND')
    if (quantity > content.quantity) throw new AppError('STEP_QUANTITY')
  }
}

const remakesOf = (pieces: readonly LostPieces[]): RemakeView[] =>
  pieces.map(({ runId, code, quantity, plannedDay, promisedDay }) => ({
    runId,
    code,
    quantity,
    plannedDay,
    promisedDay,
    isLate: plannedDay > promisedDay,
  }))

/** Each order that the failure of a printing tray would hit, as planned now. */
export async function previewFailure(deps: ReportDeps, code: string): Promise<TrayHit[]> {
  return deps.db.transaction().execute(async (trx) => {
    const tray = await findTray(trx, code)
    if (!tray) throw new AppError('NOT_FOUND')
    if (tray.state !== 'printing') throw new AppError('TRAY_STATE', { trayCode: code })

    const pieces: HitPieces[] = []
    for (const row of await listContents(trx, tray.id)) {
      if (!isWorkable(row.status)) continue
      const { plannedDay, promisedDay } = await planRemake(deps, trx, row, deps.clock())
      pieces.push({ ...row, plannedDay, promisedDay })
    }
    return hitsOf(trx, pieces)
  })
}

type HitPieces = Pick<LostPieces, 'orderId' | 'orderNumber' | 'quantity' | 'plannedDay' | 'promisedDay'>

async function hitsOf(trx: Trx, pieces: readonly HitPieces[]): Promise<TrayHit[]> {
  const orders = Map.groupBy(pieces, ({ orderId }) => orderId)
  const names = await listCustomerNames(trx, [...orders.keys()])

  const hits = [...orders].map(([orderId, ofOrder]) => {
    const [first] = ofOrder
    const promisedDay = first?.promisedDay ?? ''
    const plannedDay = ofOrder.reduce((last, piece) => (piece.plannedDay > last ? piece.plannedDay : last), '')
    return {
      orderId,
      orderNumber: first?.orderNumber ?? '',
      customer: names.get(orderId) ?? '',
      quantity: ofOrder.reduce((sum, { quantity }) => sum + quantity, 0),
      promisedDay,
      plannedDay,
      isLate: plannedDay > promisedDay,
    }
  })
  return hits.sort((one, other) => (one.promisedDay < other.promisedDay ? -1 : 1))
}

interface Failure {
  remakes: RemakeView[]
  hits: TrayHit[]
}

/**
 * Reports a tray as failed: all its pieces are scrap and made again. A repeat under the same key
 * changes nothing.
 */
export async function failTray(
  deps: ReportDeps,
  staffId: string,
  code: string,
  { key, reason }: { key: string; reason: LossReason },
): Promise<Failure> {
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockToClose(deps, trx, code, key)
    if (!locked) return failureOf(trx, code)

    // Never from the past: what is confirmed is a list that the server has just made.
    const now = deps.clock()
    const lostOf = ({ quantity }: ContentRow) => quantity
    await closeContents(deps, trx, locked, { staffId, at: now, now, reason, lostOf, cause: 'tray' })
    const failure = await failureOf(trx, code)
    const mailed = failure.hits.filter(({ isLate }) => isLate).map(({ orderId }) => orderId)

    const { id } = locked.tray
    const closed = { closed_at: now, closed_by: staffId, closed_key: key }
    await updateTray(trx, id, { ...closed, state: 'failed', reason })
    await recordAudit(trx, {
      staffId,
      action: 'tray.failed',
      subject: { kind: 'tray', id },
      before: { state: 'printing' },
      after: {
        state: 'failed',
        reason,
        orders: failure.hits.map(({ orderId }) => orderId),
        remakes: failure.remakes.map(({ runId }) => runId),
        mailed,
      },
    })
    return failure
  })
}

async function failureOf(trx: Trx, code: string): Promise<Failure> {
  const pieces = await listLostPieces(trx, code)
  return { remakes: remakesOf(pieces), hits: await hitsOf(trx, pieces) }
}
