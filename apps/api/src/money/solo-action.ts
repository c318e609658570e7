import { exceedsSoloLimit, proposalTimes, type SoloLimit, staffRoles } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'

/** What a member of staff is about to move without a second person. */
export interface SoloAction {
  limit: SoloLimit
  /** Names the request. */
  key: string
  /** Null for what counts for the person, not for a customer. */
  customerId: string | null
  staffId: string
  /** US cents; null without a bound. */
  amountMinor: number | null
}

/**
 * Blocks other actions of staff for the customer, but not orders. Taken before the locks of what is
 * paid. Deleted customers are included, because refunds are still due to them.
 */
export async function lockActionCustomer(trx: Trx, customerId: string): Promise<{ manager_id: string | null }> {
  return trx
    .selectFrom('customer')
    .select('manager_id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** Blocks other actions that count for the person. */
export async function lockActionStaff(trx: Trx, staffId: string): Promise<void> {
  await trx.selectFrom('staff_member').select('id').where('id', '=', staffId).forNoKeyUpdate().execute()
}

/** What a member moves alone: the limit of the role if it has one, else that of everyone. */
export async function soloLimitOf(
  { config }: Pick<Deps, 'config'>,
  trx: Trx,
  { staffId, limit }: Pick<SoloAction, 'limit' | 'staffId'>,
): Promise<number> {
  const { soloLimitsMinor, soloLimitsOfRoles } = config.payments
  const { role, ownRoleName } = await trx
    .selectFrom('staff_member')
    .leftJoin('staff_role', 'staff_role.id', 'staff_member.own_role_id')
    .select(['staff_member.role', 'staff_role.name as ownRoleName'])
    .where('staff_member.id', '=', staffId)
    .executeTakeFirstOrThrow()

  const roleName = (role ?? ownRoleName ?? '').toLowerCase()
  return soloLimitsOfRoles.get(roleName)?.[limit] ?? soloLimitsMinor[limit]
}

/** For the start: a role that is misspelt in the settings, or renamed, has everyone's limits. */
export async function warnOfUnknownRoles({ config, log }: Pick<Deps, 'config' | 'log'>, db: Db): Promise<void> {
  const own = await db.selectFrom('staff_role').select('name').execute()
  const known = new Set([...staffRoles, ...own.map(({ name }) => name.toLowerCase())])

  const unknown = [...config.payments.soloLimitsOfRoles.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) log.warn({ roles: unknown }, 'FOUR_EYES_ROLES has limits for roles that do not exist')
}

/**
 * Whether an action needs a second person (STF-2), and what counts before it. What it is counted for
 * must be locked, so that concurrent actions add up.
 */
export async function judgeSoloAction(
  deps: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  action: SoloAction,
): Promise<{ earlierMinor: number; needsSecondPerson: boolean }> {
  const { limit, amountMinor } = action
  const since = new Date(deps.clock().getTime() - proposalTimes.summedHours * 3_600_000)
  // A credit limit replaces the former one, so earlier ones do not add up.
  const earlierMinor = limit === 'credit' ? 0 : await sumSoloActions(trx, action, since)

  const limitMinor = await soloLimitOf(deps, trx, action)
  return { earlierMinor, needsSecondPerson: exceedsSoloLimit({ amountMinor, earlierMinor, limitMinor }) }
}

async function sumSoloActions(trx: Trx, { limit, customerId, staffId }: SoloAction, since: Date): Promise<number> {
  const counted = trx
    .selectFrom('solo_action')
    .select(({ fn }) => fn.sum<string | null>('amount_minor').as('sum'))
    .where('solo_limit', '=', limit)
    .where('at', '>', since)
  const wanted =
    customerId === null
      ? counted.where('customer_id', 'is', null).where('staff_id', '=', staffId)
      : counted.where('customer_id', '=', customerId)

  return Number((await wanted.executeTakeFirst())?.sum ?? 0)
}

/** Counts what was carried out without a second person. */
export async function recordSoloAction(trx: Trx, action: SoloAction, now: Date): Promise<void> {
  const { limit, key, customerId, staffId, amountMinor } = action
  if (limit === 'credit') return

  await trx
    .insertInto('solo_action')
    .values({
      solo_limit: limit,
      request_key: key,
      customer_id: customerId,
      staff_id: staffId,
      amount_minor: amountMinor ?? 0,
      at: now,
    })
    .execute()
}
