import { updateProfileBody } from '@cotation/contracts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, goodPassword } from '#test/builders.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

const updateMe = 'PATCH /global/account/me'
const rowOf = (id: string) =>
  app.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Every field that may be changed (spec 3, "Profile"), with a valid new value and its column. */
const allowed = {
  username: ['Nouveau', 'username'],
  firstName: ['Zoé', 'first_name'],
  lastName: ['Martin', 'last_name'],
  company: ['Ateliers du Rhône', 'company'],
  phoneCode: ['+33', 'phone_code'],
  phone: ['6 12 34 56 78', 'phone'],
  title: ['buyer', 'title'],
  industry: ['medical', 'industry'],
  language: ['en', 'language'],
} as const

describe('the profile (spec 3)', () => {
  it.each(Object.entries(allowed))('accepts %s and changes nothing else', async (field, [value, column]) => {
    const { id } = await aCustomer(app)
    const before = await rowOf(id)
    const browser = await aBrowserOf(app, id)
    const answer = await browser.send<Record<string, unknown>>(updateMe, { body: { [field]: value } })

    expect(answer.status).toBe(200)
    expect(answer.data[field]).toBe(value)
    expect((await browser.call('GET /global/account/me', {})).data).toMatchObject({ [field]: value })
    expect(await rowOf(id)).toEqual({ ...before, [column]: value })
  })

  it('has no field that this test does not know', () => {
    const withOwnTests = ['expressAccount', 'expressAccounts', 'timeZone']
    expect(Object.keys(updateProfileBody.shape).sort()).toEqual([...Object.keys(allowed), ...withOwnTests].sort())
  })

  it('changes only the caller’s account', async () => {
    const mine = await aCustomer(app)
    const theirs = await aCustomer(app)
    const before = await rowOf(theirs.id)
    await (await aBrowserOf(app, mine.id)).call(updateMe, { body: { company: 'Mine' } })
    expect(await rowOf(theirs.id)).toEqual(before)
  })

  it('stays as it is when nothing is sent', async () => {
    const { id } = await aCustomer(app)
    const before = await rowOf(id)
    expect((await (await aBrowserOf(app, id)).call(updateMe, { body: {} })).status).toBe(200)
    expect(await rowOf(id)).toEqual(before)
  })

  it('refuses values that break its rules (spec 5)', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const wrong = {
      username: 'a',
      firstName: ' ',
      lastName: '',
      phone: '12345',
      phoneCode: '33',
      title: 'king',
      industry: null,
      language: 'de',
      company: 'x'.repeat(121),
    }
    const { status, error } = await browser.send(updateMe, { body: wrong })

    expect(status).toBe(422)
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(Object.keys(wrong).sort())
  })

  it('requires the company of an enterprise, which a person may leave empty', async () => {
    const ofAccount = async (accountType: 'personal' | 'enterprise') =>
      aBrowserOf(app, (await aCustomer(app, { accountType })).id)
    const body = { company: ' ' }

    expect((await (await ofAccount('personal')).call(updateMe, { body })).status).toBe(200)
    expect((await (await ofAccount('enterprise')).call(updateMe, { body })).error.issues).toMatchObject([
      { path: 'company', code: 'COMPANY_REQUIRED' },
    ])
  })

  it('has no member for an enterprise account (spec 3)', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    expect((await (await aBrowserOf(app, id)).call('GET /global/account/me', {})).data).not.toHaveProperty('member')
  })
})

describe('mass assignment (BOL-4)', () => {
  const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

  it('is refused for every column, in any spelling, and changes nothing', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const before = await rowOf(id)
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name = 'customer'
    `.execute(app.deps.db)

    expect(rows.length).toBeGreaterThan(20)

    const spellings = rows.flatMap(({ column_name: column }) => [column, camelCase(column), column.toUpperCase()])
    const forbidden = [...new Set(spellings)].filter((name) => !(name in allowed))
    const more = [
      'customerId',
      'activationEmail',
      'balance',
      'role',
      'creditLimit',
      'member',
      'password',
      'hasPassword',
      'constructor',
      'toString',
    ]
    for (const field of [...forbidden, ...more]) {
      for (const value of [true, '2026-01-01']) {
        const { status, error } = await browser.send(updateMe, { body: { company: 'taken?', [field]: value } })
        expect({ field, status, code: error.code }).toEqual({ field, status: 422, code: 'VALIDATION' })
      }
    }

    expect(await rowOf(id)).toEqual(before)
  })

  it.each([
    '{"__proto__":{"is_recharge":true}}',
    '{"constructor":{"prototype":{"is_recharge":true}}}',
    '{"company":"a","__proto__":null}',
  ])('is refused through the prototype (%s)', async (body) => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const before = await rowOf(id)
    const response = await browser.fetch('/gateway/global/account/me', {
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/json' },
    })

    expect(response.status).toBe(400)
    expect(await rowOf(id)).toEqual(before)
    expect({}).not.toHaveProperty('is_recharge')
  })

  it('is refused for values of any shape', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const before = await rowOf(id)
    const unknown = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((name) => !(name in allowed) && name !== '__proto__')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(unknown, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 4 }),
        async (fields) => {
          const { status } = await browser.send(updateMe, { body: { ...fields, company: 'taken?' } })
          expect([400, 422]).toContain(status)
        },
      ),
      { numRuns: 50 },
    )
    for (const body of [null, [], 'x', 1, [{ company: 'taken?' }]])
      expect((await browser.send(updateMe, { body })).status).toBe(422)

    expect(await rowOf(id)).toEqual(before)
  })
})

describe('the phone number (AUT-7)', () => {
  const phone = { phoneCode: '+33', phone: '612345678' }

  it('requires a recent proof of identity, unlike other fields', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    app.clock.advance(15 * 60)
    expect((await browser.call(updateMe, { body: phone })).status).toBe(200)
    app.clock.advance(1)
    for (const body of [
      { phone: '698765432' },
      { phoneCode: '+32' },
      { ...phone, phone: '698765432', company: 'taken?' },
    ]) {
      expect(await browser.call(updateMe, { body })).toMatchObject({
        status: 403,
        error: { code: 'PASSWORD_REQUIRED' },
      })
    }
    expect(await rowOf(id)).toMatchObject({ phone: phone.phone, phone_code: '+33', company: '' })
    expect((await browser.call(updateMe, { body: { ...phone, company: 'Ateliers' } })).status).toBe(200)

    await browser.call('POST /global/account/password/confirm', { body: { password: goodPassword } })
    expect((await browser.call(updateMe, { body: { phone: '698765432' } })).status).toBe(200)
  })

  it('is not unlocked by a proof given in another session', async () => {
    const { id } = await aCustomer(app)
    const stale = await aBrowserOf(app, id)
    const fresh = await aBrowserOf(app, id)
    app.clock.advance(15 * 60 + 1)
    await fresh.call('POST /global/account/password/confirm', { body: { password: goodPassword } })
    expect((await stale.call(updateMe, { body: phone })).status).toBe(403)
  })
})
