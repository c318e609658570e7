import { maxListedTasks, type StaffTaskView, type TodayView } from '@cotation/contracts'
import {
  type StaffRight,
  type StaffTaskKind,
  staffTaskRules,
  type TaskHolderFilter,
  taskKindsOf,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { endMessages } from '#features/order-message/order-message.service.ts'
import type { StaffSession } from '#http/session.ts'
import {
  countTasks,
  deleteHold,
  findContactMessage,
  findTask,
  insertDone,
  insertHold,
  listTasks,
  type StaffTaskRow,
  type TaskName,
} from './today.repository.ts'
import type { TaskScope } from './waiting.ts'

export type TodayDeps = Pick<Deps, 'clock' | 'config' | 'db'>

/** The person who looks or acts. */
export interface TaskViewer {
  staffId: string
  rights: readonly StaffRight[]
}

export const viewerOf = ({ staffId, staffRights }: StaffSession): TaskViewer => ({ staffId, rights: staffRights })

export const scopeOf = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, staffId: string): TaskScope => ({
  now: clock(),
  timeZone: config.timeZone,
  staffId,
})

function taskViewOf(row: StaffTaskRow, staffId: string): StaffTaskView {
  const { holder_id, holder_name, claimed_at } = row
  const isHeld = holder_id !== null && claimed_at !== null

  return {
    kind: row.kind,
    subjectId: row.subject_id,
    newestId: row.newest_id,
    targetId: row.target_id,
    title: row.title,
    customer: row.customer,
    amountMinor: row.amount_minor === null ? null : Number(row.amount_minor),
    currency: row.currency,
    since: row.since.toISOString(),
    dueAt: row.due_at.toISOString(),
    holder: isHeld
      ? { id: holder_id, name: holder_name ?? '', isCaller: holder_id === staffId, since: claimed_at.toISOString() }
      : null,
  }
}

/** What waits for a person, and how much of each kind. */
export async function getToday(
  deps: TodayDeps,
  { staffId, rights }: TaskViewer,
  { kind, holder }: { kind?: StaffTaskKind | undefined; holder: TaskHolderFilter },
): Promise<TodayView> {
  const scope = scopeOf(deps, staffId)
  const visible = taskKindsOf(rights)
  const listed = kind === undefined ? visible : visible.filter((one) => one === kind)

  const counts = await countTasks(deps.db, visible, scope)
  const rows = await listTasks(deps.db, scope, { kinds: listed, holder, limit: maxListedTasks })

  const rank = new Map(visible.map((one, i) => [one, i]))
  return {
    counts: counts.sort((one, other) => (rank.get(one.kind) ?? 0) - (rank.get(other.kind) ?? 0)),
    tasks: rows.map((row) => taskViewOf(row, staffId)),
    now: scope.now.toISOString(),
  }
}

/** A task that waits and that the person may see; others do not exist for them. */
async function getTask(deps: TodayDeps, db: Db | Trx, viewer: TaskViewer, task: TaskName): Promise<StaffTaskRow> {
  if (!taskKindsOf(viewer.rights).includes(task.kind)) throw new AppError('NOT_FOUND')

  const row = await findTask(db, task, scopeOf(deps, viewer.staffId))
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function getTaskView(deps: TodayDeps, db: Db | Trx, viewer: TaskViewer, task: TaskName): Promise<StaffTaskView> {
  return taskViewOf(await getTask(deps, db, viewer, task), viewer.staffId)
}

/** Takes a task; throws STAFF_TASK_TAKEN with the holder's name if another person was faster. */
export async function holdTask(deps: TodayDeps, viewer: TaskViewer, task: TaskName): Promise<StaffTaskView> {
  const { staffId } = viewer
  const { since, holder_id } = await getTask(deps, deps.db, viewer, task)
  if (holder_id === staffId) return getTaskView(deps, deps.db, viewer, task)

  return deps.db.transaction().execute(async (trx) => {
    const isHeld = await insertHold(trx, { ...task, staffId, now: deps.clock() }, since)
    if (!isHeld) await refuseTaken(deps, trx, viewer, task)

    await recordAudit(trx, { staffId, action: 'task.claimed', subject: auditSubject(task) })

    // Read in the transaction: if a colleague ended the task in the meantime, nothing is held.
    return getTaskView(deps, trx, viewer, task)
  })
}

const auditSubject = ({ kind, subjectId }: TaskName) => ({ kind: 'task', id: `${kind}:${subjectId}` }) as const

async function refuseTaken(deps: TodayDeps, trx: Trx, viewer: TaskViewer, task: TaskName): Promise<never> {
  const { holder_name } = await getTask(deps, trx, viewer, task)
  throw new AppError('STAFF_TASK_TAKEN', { holderName: holder_name ?? '' })
}

export async function releaseTask(deps: TodayDeps, viewer: TaskViewer, task: TaskName): Promise<StaffTaskView> {
  const { staffId } = viewer

  await deps.db.transaction().execute(async (trx) => {
    await getTask(deps, trx, viewer, task)
    const isReleased = await deleteHold(trx, { ...task, staffId })
    if (isReleased) await recordAudit(trx, { staffId, action: 'task.released', subject: auditSubject(task) })
  })
  return getTaskView(deps, deps.db, viewer, task)
}

interface TakenOver {
  /** The holder whom the caller has seen. */
  holderId: string
  reason: string
}

/**
 * Takes a task over from the person whom the caller has seen holding it; throws STAFF_TASK_TAKEN with
 * the holder's name if that is a third person by now. One that became free in the meantime is taken.
 */
export async function takeTaskOver(
  deps: TodayDeps,
  viewer: TaskViewer,
  task: TaskName,
  { holderId, reason }: TakenOver,
): Promise<StaffTaskView> {
  const { staffId } = viewer

  return deps.db.transaction().execute(async (trx) => {
    const { since, holder_id: takenFrom, customer_id: customerId } = await getTask(deps, trx, viewer, task)
    if (takenFrom === staffId) return getTaskView(deps, trx, viewer, task)
    if (takenFrom !== null && takenFrom !== holderId) await refuseTaken(deps, trx, viewer, task)

    const isHeld = await insertHold(trx, { ...task, staffId, now: deps.clock() }, since, { takenFrom, reason })
    if (!isHeld) await refuseTaken(deps, trx, viewer, task)

    await recordAudit(trx, {
      staffId,
      action: 'task.taken-over',
      subject: auditSubject(task),
      customerId,
      before: { holderId: takenFrom },
      after: { holderId: staffId },
      reason,
    })
    return getTaskView(deps, trx, viewer, task)
  })
}

/**
 * Ends a task that only a mark ends, unless a colleague works on it. Messages about an order end until
 * the one that the caller has seen.
 */
export async function markTaskDone(deps: TodayDeps, viewer: TaskViewer, task: TaskName, seenId: string): Promise<void> {
  if (staffTaskRules[task.kind].end !== 'by-mark') throw new AppError('NOT_FOUND')

  await deps.db.transaction().execute(async (trx) => {
    const { staffId } = viewer
    const { since, target_id: targetId } = await getTask(deps, trx, viewer, task)
    const now = deps.clock()

    // Held first, which locks the row: a colleague who takes the task now waits and then finds it ended.
    const isHeld = await insertHold(trx, { ...task, staffId, now }, since)
    if (!isHeld) await refuseTaken(deps, trx, viewer, task)

    if (task.kind === 'order-message') await endMessages(trx, targetId, seenId)
    const isNew = await insertDone(trx, { ...task, staffId, now })
    await deleteHold(trx, { ...task, staffId })
    if (isNew) await recordAudit(trx, { staffId, action: 'task.done', subject: auditSubject(task) })
  })
}

export async function getContactMessage({ db }: Pick<Deps, 'db'>, messageId: string) {
  const message = await findContactMessage(db, messageId)
  if (!message) throw new AppError('NOT_FOUND')

  const { created_at, ...facts } = message
  return { ...facts, createdAt: created_at.toISOString() }
}
