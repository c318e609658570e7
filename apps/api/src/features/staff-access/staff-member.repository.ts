import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isInUse } from '#db/session-use.ts'

/** Members of staff with what the administration shows of them, by name. */
export async function listMembers(db: Db, now: Date, staffId?: string) {
  const members = db
    .selectFrom('staff_member')
    .leftJoin('staff_role', 'staff_role.id', 'staff_member.own_role_id')
    .leftJoin('staff_enrolment', 'staff_enrolment.staff_id', 'staff_member.id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('session')
          .select((of) => ['staff_id', of.fn.countAll<string>().as('sessions'), of.fn.max('last_used_at').as('usedAt')])
          .where('staff_id', 'is not', null)
          .where('expires_at', '>', now)
          .where(isInUse(now))
          .groupBy('staff_id')
          .as('live'),
      (join) => join.onRef('live.staff_id', '=', 'staff_member.id'),
    )
    .select([
      'staff_member.id',
      'staff_member.name',
      'email',
      'role',
      'own_role_id',
      'staff_role.name as ownRoleName',
      'disabled_at',
      'staff_member.created_at',
      'live.sessions',
      'live.usedAt',
      'staff_enrolment.expires_at as linkExpiresAt',
    ])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(
      sql<boolean>`exists (select from staff_totp where staff_id = staff_member.id and confirmed_at is not null)
        or exists (select from staff_passkey where staff_id = staff_member.id)`.as('hasSecondFactor'),
    )
    .orderBy(sql`lower(staff_member.name)`)
    .orderBy('email')

  return (staffId === undefined ? members : members.where('staff_member.id', '=', staffId)).execute()
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
