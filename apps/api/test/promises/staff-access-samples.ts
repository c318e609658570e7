import { randomBytes, randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { aBrowserOfStaff, anEmail, aStaffMember } from '#test/builders.ts'
import { insertRow, rowOf, updateRows } from '#test/rows.ts'
import { routeSamples } from './route-samples.ts'

const staffPassword = 'Une-fraiseuse-42'
const registration = { name: 'Clé', credentialId: 'a', clientData: 'a', authenticatorData: 'a', publicKey: 'a' }
const assertion = { credentialId: 'a', clientData: 'a', authenticatorData: 'a', signature: 'a' }

/** Calls of a browser in which no member of staff has signed in yet. */
export const staffSignInSamples = routeSamples(async () => anEmail(), {
  'POST /global/staff/login': (email) => ({ body: { email, password: staffPassword } }),
  'POST /global/staff/login/secondFactor': () => ({ body: { code: '123456' } }),
  'POST /global/staff/login/passkey': () => ({ body: assertion }),
  'POST /global/staff/enrolment/view': () => ({ body: { key: 'a' } }),
  'POST /global/staff/enrolment/password': () => ({ body: { key: 'a', password: staffPassword } }),
  'POST /global/staff/enrolment/app/confirm': () => ({ body: { code: '123456' } }),
  'POST /global/staff/enrolment/passkey': () => ({ body: registration }),
})

/** A colleague with a session and a passkey, and a role that nobody has. */
async function colleague(app: TestApp) {
  const staffId = await aStaffMember(app, 'operator')
  await aBrowserOfStaff(app, staffId)
  const { id: sessionId } = await rowOf(app, 'session', { staff_id: staffId })
  const created = { created_at: app.clock.now }
  const passkeyId = await insertRow(app.deps.db, 'staff_passkey', {
    staff_id: staffId,
    credential_id: randomBytes(16),
    public_key: randomBytes(16),
    name: 'Clé',
    sign_count: 0,
    ...created,
  })
  const role = { name: `Polissage ${randomUUID()}`, rights: ['orders.read' as const], ...created }
  const roleId = await insertRow(app.deps.db, 'staff_role', role)

  const disabledId = await aStaffMember(app, 'operator')
  await updateRows(app, 'staff_member', { id: disabledId }, { disabled_at: app.clock.now })

  return { staffId, disabledId, sessionId, passkeyId, roleId }
}

const aRole = () => ({ name: `Atelier ${randomUUID()}`, rights: ['orders.read', 'orders.move'] })

/** Calls about the caller's own access, and those of administrators. */
export const staffAccessSamples = routeSamples(colleague, {
  'GET /global/staff/me': () => ({}),
  'PATCH /global/staff/me/shortcuts': () => ({ body: { hasLetterKeys: false } }),
  'POST /global/staff/logout': () => ({}),
  'GET /global/staff/session': () => ({}),
  'DELETE /global/staff/session/{sessionId}': ({ sessionId }) => ({ params: { sessionId } }),
  'POST /global/staff/session/endOthers': () => ({}),
  'POST /global/staff/step-up': () => ({ body: { code: '123456' } }),
  'POST /global/staff/step-up/passkey/begin': () => ({}),
  'POST /global/staff/step-up/passkey': () => ({ body: assertion }),
  'POST /global/staff/password': () => ({ body: { oldPassword: staffPassword, password: staffPassword } }),
  'GET /global/staff/secondFactor': () => ({}),
  'POST /global/staff/secondFactor/recoveryCodes': () => ({}),
  'POST /global/staff/secondFactor/app/begin': () => ({}),
  'POST /global/staff/secondFactor/app/confirm': () => ({ body: { code: '123456' } }),
  'POST /global/staff/secondFactor/passkey/begin': () => ({}),
  'POST /global/staff/secondFactor/passkey': () => ({ body: registration }),
  'DELETE /global/staff/secondFactor/passkey/{passkeyId}': ({ passkeyId }) => ({ params: { passkeyId } }),
  'GET /global/staff/member': () => ({}),
  'POST /global/staff/member': ({ roleId }) => ({
    body: { name: 'Zoé', email: `${randomUUID()}@example.com`, roleId, language: 'fr' },
  }),
  'PATCH /global/staff/member/{staffId}': ({ staffId, roleId }) => ({
    params: { staffId },
    body: { name: 'Zoé', roleId },
  }),
  'POST /global/staff/member/{staffId}/disable': ({ staffId }) => ({ params: { staffId } }),
  'POST /global/staff/member/{staffId}/enable': ({ disabledId }) => ({ params: { staffId: disabledId } }),
  'POST /global/staff/member/{staffId}/resetFactor': ({ staffId }) => ({ params: { staffId } }),
  'POST /global/staff/member/{staffId}/endSessions': ({ staffId }) => ({ params: { staffId } }),
  'GET /global/staff/role': () => ({}),
  'POST /global/staff/role': () => ({ body: aRole() }),
  'PATCH /global/staff/role/{roleId}': ({ roleId }) => ({ params: { roleId }, body: aRole() }),
  'DELETE /global/staff/role/{roleId}': ({ roleId }) => ({ params: { roleId } }),
})
