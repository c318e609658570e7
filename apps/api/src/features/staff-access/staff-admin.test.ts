import { randomUUID } from 'node:crypto'
import { type StaffRight, staffRights } from '@cotation/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '#test/audit-entries.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOfStaff, aStaffBrowser, aStaffMember } from '#test/builders.ts'
import { anEnrolledMember } from '#test/staff-accounts.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let administrator: Browser

beforeEach(async () => {
  administrator = await aStaffBrowser(app)
})

const idOf = async (browser: Browser) => (await browser.call('GET /global/staff/me', {})).data.id
const disable = (staffId: string, by = administrator) =>
  by.call('POST /global/staff/member/{staffId}/disable', { params: { staffId } })
const update = (staffId: string, body: { name?: string; roleId?: string }, by = administrator) =>
  by.call('PATCH /global/staff/member/{staffId}', { params: { staffId }, body })
const addRole = (rights: StaffRight[], name = `Atelier ${randomUUID()}`) =>
  administrator.call('POST /global/staff/role', { body: { name, rights } })

describe('the administration of staff', () => {
  it('lists members with their state and sessions', async () => {
    const { id, email } = await anEnrolledMember(app)
    const { data } = await administrator.call('GET /global/staff/member', {})
    expect(data.members.find((one) => one.id === id)).toMatchObject({
      email,
      role: { id: 'operator', name: '' },
      state: 'active',
      hasSecondFactor: true,
      liveSessions: 1,
      lastUsedAt: app.clock.now.toISOString(),
      linkExpiresAt: null,
    })
  })

  it('refuses an address that a member has, and an unknown role', async () => {
    const { email } = await anEnrolledMember(app)
    const add = (roleId: string) =>
      administrator.call('POST /global/staff/member', { body: { name: 'Léa', email, roleId, language: 'fr' } })
    expect((await add('operator')).error.code).toBe('STAFF_EMAIL_USED')
    expect((await add(randomUUID())).status).toBe(404)
    expect((await add('king')).status).toBe(404)
  })

  it('changes the rights of open sessions at once', async () => {
    const { id, browser } = await anEnrolledMember(app)
    const call = () => browser.call('GET /global/staff/list/security-events', { query: {} })
    expect((await call()).status).toBe(403)
    expect((await update(id, { name: 'Zoé', roleId: 'administrator' })).data).toMatchObject({
      name: 'Zoé',
      role: { id: 'administrator', name: '' },
    })
    expect((await call()).status).toBe(200)
  })

  it('records that a name was changed, and neither name', async () => {
    const { id } = await anEnrolledMember(app)
    await update(id, { name: 'Zoé Roux' })

    const entries = await auditEntries(administrator, { action: 'in:staff.changed', subjectId: `is:${id}` })
    const changes = entries.map(({ before, after }) => [before, after])
    expect(changes).toEqual([[{ isNameChanged: false }, { isNameChanged: true }]])
  })

  it('disables and enables: sessions end, and the person signs in as before', async () => {
    const { id, browser } = await anEnrolledMember(app)
    expect((await disable(id)).data.state).toBe('disabled')
    expect((await browser.call('GET /global/staff/me', {})).status).toBe(401)

    const enabled = await administrator.call('POST /global/staff/member/{staffId}/enable', { params: { staffId: id } })
    expect(enabled.data).toMatchObject({ state: 'active', hasSecondFactor: true, liveSessions: 0 })
  })

  it('lets nobody disable, demote or reset themselves', async () => {
    const id = await idOf(administrator)
    const own = { status: 409, error: { code: 'OWN_MEMBERSHIP' } }
    expect(await disable(id)).toMatchObject(own)
    expect(await update(id, { roleId: 'operator' })).toMatchObject(own)
    const params = { staffId: id }
    expect(await administrator.call('POST /global/staff/member/{staffId}/resetFactor', { params })).toMatchObject(own)
    expect((await update(id, { name: 'Moi' })).data.name).toBe('Moi')
  })

  it('keeps an administrator when the last two disable each other at the same moment', async () => {
    const others = { disabled_at: app.clock.now }
    await app.deps.db.updateTable('staff_member').set(others).execute()
    const first = await aStaffBrowser(app)
    const second = await aStaffBrowser(app)
    const firstId = await idOf(first)
    const secondId = await idOf(second)

    const answers = await Promise.all([disable(secondId, first), disable(firstId, second)])
    const codes = answers.map(({ status, error }) => (status === 200 ? 'done' : error.code))
    expect(codes).toContain('done')
    expect(codes).toContainEqual(expect.toBeOneOf(['LAST_ADMINISTRATOR', 'UNAUTHENTICATED']))
  })
})

describe('a role of the shop', () => {
  it('gives its members exactly its rights, as they are now', async () => {
    const { data: role } = await addRole(['orders.read'])
    expect(role).toMatchObject({ isBuiltIn: false, rights: ['staff.self', 'orders.read'], members: 0 })

    const browser = await aStaffBrowser(app, { ownRoleId: role.id })
    const rights = async () => (await browser.call('GET /global/staff/me', {})).data.rights
    expect(await rights()).toEqual(['staff.self', 'orders.read'])

    const change = { params: { roleId: role.id }, body: { name: role.name, rights: ['audit.read' as const] } }
    await administrator.call('PATCH /global/staff/role/{roleId}', change)
    expect(await rights()).toEqual(['staff.self', 'audit.read'])
    expect((await browser.call('GET /global/staff/list/security-events', { query: {} })).status).toBe(200)
  })

  it('is listed after the built-in ones and has a name of its own', async () => {
    const { data: role } = await addRole([], 'Zinguerie')
    const { data } = await administrator.call('GET /global/staff/role', {})
    expect(data.roles.slice(0, 5).every(({ isBuiltIn }) => isBuiltIn)).toBe(true)
    expect(data.roles.at(-1)).toEqual(role)
    expect((await addRole([], 'ZINGUERIE')).error.code).toBe('ROLE_NAME_USED')
  })

  it('is removed only while nobody has it', async () => {
    const { data: role } = await addRole(['orders.read'])
    const staffId = await aStaffMember(app, { ownRoleId: role.id })
    const remove = () => administrator.call('DELETE /global/staff/role/{roleId}', { params: { roleId: role.id } })
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'ROLE_IN_USE' } })
    await update(staffId, { roleId: 'operator' })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
  })

  it('cannot be changed by those who have it', async () => {
    const { data: role } = await addRole(['staff.admin'])
    const browser = await aBrowserOfStaff(app, await aStaffMember(app, { ownRoleId: role.id }))
    const change = { params: { roleId: role.id }, body: { name: role.name, rights: [...staffRights] } }
    const answer = await browser.call('PATCH /global/staff/role/{roleId}', change)
    expect(answer).toMatchObject({ status: 409, error: { code: 'OWN_MEMBERSHIP' } })
  })
})
