import type { StaffRoleView } from '@cotation/contracts'
import { isUuid, rightsOf, rightsOfOwnRole, type StaffRight, staffRoles } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { StaffSession } from '#http/session.ts'
import { getStaff, lockAdministrators, type RoleColumns } from './staff.repository.ts'
import {
  countMembers,
  deleteRole,
  holdRole,
  insertRole,
  isNameUsed,
  listRoles,
  lockRole,
  updateRoleContent,
} from './staff-role.repository.ts'

/** The columns of a member who has the role; an unknown role throws. */
export async function getRoleColumns(trx: Trx, roleId: string): Promise<RoleColumns> {
  const builtIn = staffRoles.find((role) => role === roleId)
  if (builtIn) return { role: builtIn, own_role_id: null }

  if (!isUuid(roleId) || !(await holdRole(trx, roleId))) throw new AppError('NOT_FOUND')
  return { role: null, own_role_id: roleId }
}

/** The built-in roles, then those of the shop by name. */
export async function listAllRoles({ db }: Pick<Deps, 'db'>): Promise<StaffRoleView[]> {
  const members = await countMembers(db)
  const builtIn = staffRoles.map((role) => ({
    id: role,
    name: '',
    isBuiltIn: true,
    rights: rightsOf(role),
    members: members.get(role) ?? 0,
  }))

  const own = (await listRoles(db)).map(({ id, name, rights }) => ({
    id,
    name,
    isBuiltIn: false,
    rights: rightsOfOwnRole(rights),
    members: members.get(id) ?? 0,
  }))

  return [...builtIn, ...own]
}

async function getRoleView({ db }: Pick<Deps, 'db'>, roleId: string): Promise<StaffRoleView> {
  const view = (await listAllRoles({ db })).find(({ id }) => id === roleId)
  if (!view) throw new AppError('NOT_FOUND')
  return view
}

export interface RoleInput {
  name: string
  rights: readonly StaffRight[]
}

const nameUsed = () => new AppError('ROLE_NAME_USED', { fields: [{ path: 'name', code: 'ROLE_NAME_USED' }] })

export async function addRole(
  deps: Pick<Deps, 'clock' | 'db'>,
  { staffId }: StaffSession,
  { name, rights }: RoleInput,
): Promise<StaffRoleView> {
  const roleId = await deps.db.transaction().execute(async (trx) => {
    // A concurrent change of a name must be seen.
    await lockAdministrators(trx)
    const content = { name, rights: rightsOfOwnRole(rights) }
    const id = await insertRole(trx, content, deps.clock())
    if (id !== undefined)
      await recordAudit(trx, { staffId, action: 'role.made', subject: { kind: 'role', id }, after: content })
    return id
  })
  if (roleId === undefined) throw nameUsed()
  return getRoleView(deps, roleId)
}

/** Nobody changes the role that they have: others must decide about one's own rights. */
export async function updateRole(
  deps: Pick<Deps, 'db'>,
  { staffId }: StaffSession,
  roleId: string,
  { name, rights }: RoleInput,
): Promise<StaffRoleView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockAdministrators(trx)
    const before = await lockRole(trx, roleId)
    if (!before) throw new AppError('NOT_FOUND')
    if ((await getStaff(trx, staffId)).own_role_id === roleId) throw new AppError('OWN_MEMBERSHIP')
    if (await isNameUsed(trx, name, roleId)) throw nameUsed()

    const content = { name, rights: rightsOfOwnRole(rights) }
    await updateRoleContent(trx, roleId, content)
    if ((await lockAdministrators(trx)).length === 0) throw new AppError('LAST_ADMINISTRATOR')

    const changed = changedFacts({ name: before.name, rights: before.rights }, content)
    const subject = { kind: 'role', id: roleId } as const
    if (changed) await recordAudit(trx, { staffId, action: 'role.changed', subject, ...changed })
  })
  return getRoleView(deps, roleId)
}

export async function removeRole({ db }: Pick<Deps, 'db'>, { staffId }: StaffSession, roleId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const role = await lockRole(trx, roleId)
    if (!role) throw new AppError('NOT_FOUND')
    if (((await countMembers(trx)).get(roleId) ?? 0) > 0) throw new AppError('ROLE_IN_USE')
    await deleteRole(trx, roleId)
    const before = { name: role.name, rights: role.rights }
    await recordAudit(trx, { staffId, action: 'role.removed', subject: { kind: 'role', id: roleId }, before })
  })
}
