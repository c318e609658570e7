import { languages, staffRights } from '@cotation/domain'
import { z } from 'zod'
import { emailField, nothing, requiredText } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'
import { staffRoleName } from './staff-access.ts'

/** `invited` has an enrolment link and cannot sign in yet; `link-expired` needs another one. */
export const staffMemberStates = ['invited', 'link-expired', 'active', 'disabled'] as const

export const staffMemberView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: staffRoleName,
  state: z.enum(staffMemberStates),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  /** Last use of the sessions that have not ended; null without one. */
  lastUsedAt: time.nullable(),
  liveSessions: z.int().nonnegative(),
  /** When the link of an invited member ends; null for others. */
  linkExpiresAt: time.nullable(),
})

export type StaffMemberView = z.output<typeof staffMemberView>

export const staffRoleView = staffRoleName.extend({
  isBuiltIn: z.boolean(),
  rights: z.array(z.enum(staffRights)),
  /** How many have this role, disabled ones included. */
  members: z.int().nonnegative(),
})

export type StaffRoleView = z.output<typeof staffRoleView>

/** The name of a built-in role, or the id of a role that the shop has made. */
const roleId = requiredText(40, 'ROLE_REQUIRED')
const memberName = requiredText(80)

/** The right to their own account is in every role, chosen or not. */
const roleBody = z.strictObject({
  name: requiredText(60),
  rights: z.array(z.enum(staffRights, 'INVALID_VALUE')).max(staffRights.length, 'INVALID_VALUE'),
})

const roleParams = z.strictObject({ roleId: z.uuid('INVALID_VALUE') })

const adminRead = { access: 'staff', right: 'staff.admin', method: 'GET', errors: [] } as const
const adminWrite = { access: 'staff', right: 'staff.admin', stepUp: true } as const

const ofMember = {
  ...adminWrite,
  params: z.strictObject({ staffId: z.uuid('INVALID_VALUE') }),
  output: staffMemberView,
} as const

/** Members of staff and their roles. Nobody can disable or demote themselves or the last administrator. */
export const staffAdminRoutes = {
  members: route({
    ...adminRead,
    path: '/global/staff/member',
    summary: 'All members of staff, disabled ones included, by name',
    output: z.strictObject({ members: z.array(staffMemberView) }),
  }),
  add: route({
    ...adminWrite,
    method: 'POST',
    path: '/global/staff/member',
    summary: 'Adds a member of staff and mails the enrolment link, which is valid for 72 hours',
    body: z.strictObject({
      name: memberName,
      email: emailField('COLLEAGUE_EMAIL_REQUIRED'),
      roleId,
      /** Language of the mail. */
      language: z.enum(languages, 'INVALID_VALUE'),
    }),
    output: staffMemberView,
    errors: ['STAFF_EMAIL_USED', 'NOT_FOUND'],
  }),
  update: route({
    ...ofMember,
    method: 'PATCH',
    path: '/global/staff/member/{staffId}',
    summary: 'Changes the name or role of a member; the rights change at once',
    body: z.strictObject({ name: memberName.optional(), roleId: roleId.optional() }),
    errors: ['NOT_FOUND', 'OWN_MEMBERSHIP', 'LAST_ADMINISTRATOR'],
  }),
  disable: route({
    ...ofMember,
    method: 'POST',
    path: '/global/staff/member/{staffId}/disable',
    summary: 'Disables a member and ends the sessions',
    errors: ['NOT_FOUND', 'OWN_MEMBERSHIP', 'LAST_ADMINISTRATOR'],
  }),
  enable: route({
    ...ofMember,
    method: 'POST',
    path: '/global/staff/member/{staffId}/enable',
    summary: 'Enables a disabled member, who signs in as before',
    errors: ['NOT_FOUND'],
  }),
  resetFactor: route({
    ...ofMember,
    method: 'POST',
    path: '/global/staff/member/{staffId}/resetFactor',
    summary: 'Removes password and second factors, ends the sessions and mails another enrolment link',
    errors: ['NOT_FOUND', 'OWN_MEMBERSHIP', 'STAFF_NOT_ACTIVE'],
  }),
  endSessions: route({
    ...ofMember,
    method: 'POST',
    path: '/global/staff/member/{staffId}/endSessions',
    summary: 'Ends all sessions of a member',
    errors: ['NOT_FOUND'],
  }),
  roles: route({
    ...adminRead,
    path: '/global/staff/role',
    summary: 'The roles with their rights: the built-in ones, then those of the shop by name',
    output: z.strictObject({ roles: z.array(staffRoleView) }),
  }),
  addRole: route({
    ...adminWrite,
    method: 'POST',
    path: '/global/staff/role',
    summary: 'Makes a role',
    body: roleBody,
    output: staffRoleView,
    errors: ['ROLE_NAME_USED'],
  }),
  updateRole: route({
    ...adminWrite,
    method: 'PATCH',
    path: '/global/staff/role/{roleId}',
    summary: 'Changes a role of the shop; the rights of its members change at once',
    params: roleParams,
    body: roleBody,
    output: staffRoleView,
    errors: ['NOT_FOUND', 'ROLE_NAME_USED', 'OWN_MEMBERSHIP', 'LAST_ADMINISTRATOR'],
  }),
  removeRole: route({
    ...adminWrite,
    method: 'DELETE',
    path: '/global/staff/role/{roleId}',
    summary: 'Removes a role that nobody has',
    params: roleParams,
    output: nothing,
    errors: ['NOT_FOUND', 'ROLE_IN_USE'],
  }),
}
