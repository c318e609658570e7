import type { TaskView } from '@cotation/contracts'
import {
  type Language,
  type Loyalty,
  type LoyaltyTask,
  startOfMonth,
  startOfNextMonth,
  utcMonth,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { grantReward } from '#src/money/point-rewards.ts'
import { lockPoints } from '#src/money/points.ts'
import { findMember } from './loyalty.repository.ts'
import { getTaskFacts, listTaskRewards, type TaskFacts } from './task.repository.ts'

/** The progress of a task, and the orders that each bring a reward. */
interface Progress {
  done: number
  of: number
  /** Ids of orders whose reward can be claimed; null for a task with a single reward. */
  orderIds: readonly string[] | null
}

const single = (done: number, of = 1): Progress => ({ done: Math.min(done, of), of, orderIds: null })
const perOrder = (orderIds: readonly string[]): Progress => ({ done: Math.min(1, orderIds.length), of: 1, orderIds })

/**
 * Progress by task; null for a customer who cannot do the task. A task of the catalogue that is not
 * listed here is not shown.
 */
const progressByTask: Record<string, (facts: TaskFacts) => Progress | null> = {
  profile: ({ profileFields }) => single(profileFields, 5),
  'verify-email': ({ isActivated }) => single(Number(isActivated)),
  'first-upload': ({ hasQuotedFile }) => single(Number(hasQuotedFile)),
  'first-order': ({ hasCompletedOrder }) => single(Number(hasCompletedOrder)),
  'monthly-order': ({ monthlyOrders }) => single(monthlyOrders),
  'monthly-two-technologies': ({ technologies }) => single(technologies, 2),
  // The name of the task in catalogues published before it was renamed.
  'monthly-three-processes': ({ technologies }) => single(technologies, 2),
  review: ({ reviewedIds }) => perOrder(reviewedIds),
  'review-photo': ({ photographedIds }) => perOrder(photographedIds),
  // Credited with the referral reward, never claimed.
  invite: () => perOrder([]),
  reload: ({ mayReload, reloads }) => (mayReload || reloads > 0 ? single(reloads) : null),
}

interface TaskStanding {
  task: LoyaltyTask
  progress: Progress
  rewardedThisMonth: number
  /** The sources of the rewards that can be claimed. */
  due: readonly string[]
  state: TaskView['state']
}

function sourcesOf({ id, frequency }: LoyaltyTask, { done, of, orderIds }: Progress, month: string): string[] {
  if (orderIds) return orderIds.map((orderId) => `task:${id}:${orderId}`)
  if (done < of) return []
  return [frequency === 'monthly' ? `task:${id}:${month}` : `task:${id}`]
}

function stateOf(task: LoyaltyTask, rewarded: { ever: boolean; thisMonth: number }, due: number): TaskView['state'] {
  if (task.frequency === 'once' && rewarded.ever) return 'done'
  if (task.frequency === 'monthly' && rewarded.thisMonth > 0) return 'done'
  if (task.maxPerMonth !== undefined && rewarded.thisMonth >= task.maxPerMonth) return 'limit'
  return due > 0 ? 'claimable' : 'open'
}

async function listStandings(
  db: Db | Trx,
  customerId: string,
  tasks: readonly LoyaltyTask[],
  now: Date,
): Promise<TaskStanding[]> {
  const month = utcMonth(now)
  const facts = await getTaskFacts(db, customerId, { from: startOfMonth(now), to: startOfNextMonth(now) })
  const rewards = await listTaskRewards(db, customerId, month)

  return tasks.flatMap((task): TaskStanding[] => {
    const progress = progressByTask[task.id]?.(facts)
    if (!progress) return []

    const own = rewards.filter((reward) => reward.task === task.id)
    const rewarded = { ever: own.length > 0, thisMonth: own.filter(({ isThisMonth }) => isThisMonth).length }

    const left = (task.maxPerMonth ?? Number.POSITIVE_INFINITY) - rewarded.thisMonth
    const granted = new Set(own.map(({ source }) => source))
    const due = sourcesOf(task, progress, month)
      .filter((source) => !granted.has(source))
      .slice(0, Math.max(0, left))
    const state = stateOf(task, rewarded, due.length)

    return [{ task, progress, rewardedThisMonth: rewarded.thisMonth, due, state }]
  })
}

export async function listTaskViews(
  db: Db,
  customerId: string,
  loyalty: Loyalty,
  language: Language,
  now: Date,
): Promise<TaskView[]> {
  const standings = await listStandings(db, customerId, loyalty.tasks, now)

  return standings.map(({ task, progress, rewardedThisMonth, due, state }) => ({
    id: task.id,
    name: task.name[language],
    points: task.points,
    frequency: task.frequency,
    state,
    progress: { done: state === 'done' ? progress.of : progress.done, of: progress.of },
    claimable: due.length,
    rewardedThisMonth,
    maxPerMonth: task.maxPerMonth ?? null,
  }))
}

/** Whether a second tab may have claimed what this one still shows. */
const isRewarded = (standing: TaskStanding | undefined): boolean =>
  standing !== undefined && (standing.state === 'done' || standing.rewardedThisMonth > 0)

/** Grants all rewards of a task that are due, once each. */
export async function claimTask(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db'>,
  customerId: string,
  taskId: string,
): Promise<void> {
  const { catalogue } = await deps.catalogues.inForce()
  const now = deps.clock()
  const task = catalogue.loyalty.tasks.find(({ id }) => id === taskId)
  if (!(await findMember(deps.db, customerId))) throw new AppError('NOT_A_MEMBER')
  if (!task || !progressByTask[task.id]) throw new AppError('NOT_FOUND')

  await deps.db.transaction().execute(async (trx) => {
    // Before reading: concurrent claims would both find the reward due, and exceed the limit.
    const locked = await lockPoints(trx, customerId, now)
    const [standing] = await listStandings(trx, customerId, [task], now)
    const due = standing?.due ?? []
    if (due.length === 0) throw new AppError(isRewarded(standing) ? 'TASK_CLAIMED' : 'TASK_NOT_DONE')

    for (const source of due)
      await grantReward(trx, locked, { customerId, source, task: task.id, month: utcMonth(now), points: task.points })
  })
}
