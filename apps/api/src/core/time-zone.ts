import { startOfNextDay, zoneAt, zoneChangeDays } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from './app-error.ts'

/** A customer's time zone now, the next one, and when another can be chosen. */
export interface ZoneStanding {
  name: string
  /** False while the installation's default applies. */
  isChosen: boolean
  next: { name: string; from: Date } | null
  /** Null if it can be changed now. */
  changeableAt: Date | null
}

const dayMs = 86_400_000

/** Choices made long ago are rare: nobody can choose more than twelve times a year. */
function listChoices(db: Db | Trx, customerId: string) {
  return db
    .selectFrom('time_zone_choice')
    .select(['time_zone as timeZone', 'valid_from as validFrom', 'chosen_at as chosenAt'])
    .where('customer_id', '=', customerId)
    .orderBy('chosen_at')
    .execute()
}

export async function getZoneStanding(
  db: Db | Trx,
  customerId: string,
  defaultZone: string,
  now: Date,
): Promise<ZoneStanding> {
  const choices = await listChoices(db, customerId)
  const last = choices.at(-1)
  const changeableAt = last ? new Date(last.chosenAt.getTime() + zoneChangeDays * dayMs) : null

  return {
    name: zoneAt(choices, now) ?? defaultZone,
    isChosen: last !== undefined,
    next: last && last.validFrom > now ? { name: last.timeZone, from: last.validFrom } : null,
    changeableAt: changeableAt && changeableAt > now ? changeableAt : null,
  }
}

/** The time zones of some customers now. The number of queries does not depend on their number. */
export async function listZones(
  db: Db | Trx,
  customerIds: readonly string[],
  defaultZone: string,
  now: Date,
): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map()

  const choices = await db
    .selectFrom('time_zone_choice')
    .select(['customer_id', 'time_zone as timeZone', 'valid_from as validFrom', 'chosen_at as chosenAt'])
    .where('customer_id', 'in', [...new Set(customerIds)])
    .orderBy('chosen_at')
    .execute()
  const choicesOf = Map.groupBy(choices, ({ customer_id }) => customer_id)

  return new Map(customerIds.map((id) => [id, zoneAt(choicesOf.get(id) ?? [], now) ?? defaultZone]))
}

/** The time zone that was chosen last, in force or not; the default if none was. */
export const latestZone = ({ name, next }: ZoneStanding): string => next?.name ?? name

/**
 * Chooses a time zone from the customer's next day on, once in 30 days. The one that is chosen
 * already changes nothing.
 */
export async function chooseTimeZone(
  trx: Trx,
  { customerId, timeZone, defaultZone }: { customerId: string; timeZone: string; defaultZone: string },
  now: Date,
): Promise<void> {
  await trx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().executeTakeFirstOrThrow()

  const standing = await getZoneStanding(trx, customerId, defaultZone, now)
  if (latestZone(standing) === timeZone) return
  if (standing.changeableAt)
    throw new AppError('VALIDATION', { fields: [{ path: 'timeZone', code: 'TIME_ZONE_LOCKED' }] })

  const validFrom = startOfNextDay(standing.name, now)
  await trx
    .insertInto('time_zone_choice')
    .values({ customer_id: customerId, time_zone: timeZone, chosen_at: now, valid_from: validFrom })
    .execute()
}
