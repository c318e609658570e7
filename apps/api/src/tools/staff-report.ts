import type { StaffRow } from '#features/auth/staff/staff.service.ts'

/** Everybody of the shop, in columns. */
export function staffTable(people: readonly StaffRow[]): string {
  if (people.length === 0) return 'Nobody works here yet. See: npm run staff -- help'
  return people
    .map(({ email, role, name, disabled_at }) => {
      const since = disabled_at ? `disabled ${disabled_at.toISOString()}` : 'working'
      return [email, role, since, name].join('  ')
    })
    .join('\n')
}
