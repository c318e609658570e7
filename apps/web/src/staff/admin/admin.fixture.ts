import type { StaffMemberView, StaffRoleView } from '@cotation/contracts'
import { rightsOf, staffRoles } from '@cotation/domain'
import { type Answers, data, grace } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'

export const aMember = (traits: Partial<StaffMemberView>): StaffMemberView => ({
  id: uuid(),
  name: 'Lise Meitner',
  email: 'lise@example.com',
  role: { id: 'operator', name: '' },
  state: 'active',
  hasSecondFactor: true,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  liveSessions: 0,
  linkExpiresAt: null,
  ...traits,
})

export const lise = aMember({})

export const admin = aMember({ id: grace.id, name: grace.name, email: grace.email, role: grace.role })

export const builtIn: StaffRoleView[] = staffRoles.map((id) => ({
  id,
  name: '',
  isBuiltIn: true,
  rights: rightsOf(id),
  members: 1,
}))

export const shipping: StaffRoleView = {
  id: uuid(),
  name: 'Shipping',
  isBuiltIn: false,
  rights: ['staff.self', 'orders.read', 'parcels.write'],
  members: 2,
}

export const lists: Answers = {
  'GET /global/staff/member': () => data('GET /global/staff/member', { members: [admin, lise] }),
  'GET /global/staff/role': () => data('GET /global/staff/role', { roles: [...builtIn, shipping] }),
}
