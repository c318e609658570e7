import { maxListedTasks } from '@cotation/contracts'
import type { StaffRole, StaffTaskKind, TaskNotice } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOfStaff, aStaffMember } from '#test/builders.ts'
import { insertRow, rowOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { aContactMessage, anExpertQuestion, makeWaiting } from '#test/waiting-tasks.ts'
import { mailMorning, noticeNewTasks } from './notice.service.ts'

const app = useApp(severalVisitors)

/** A person who has enrolled. */
async function aReader(role: StaffRole | { ownRoleId: string }) {
  const id = await aStaffMember(app, role)
  await updateRows(app, 'staff_member', { id }, { password_hash: 'enrolled' })
  const { email } = await rowOf(app, 'staff_member', { id })
  return { browser: await aBrowserOfStaff(app, id), id, email }
}

const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

const choose = (browser: Browser, kind: StaffTaskKind, notice: TaskNotice) =>
  browser.call('PATCH /global/staff/me/notices', { body: { choices: [{ kind, notice }] } })

/** Seven in the morning in Paris, in winter. */
const morning = new Date('2026-03-02T06:00:00Z')

describe('a mail about new tasks', () => {
  it('names the questions and paid orders of five minutes to customer success, once', async () => {
    const { email } = await aReader('customer-success')
    await anExpertQuestion(app)
    await makeWaiting['order-review'](app)

    await noticeNewTasks(app.deps)
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 nouvelles tâches')
    expect(mail?.text).toContain('Question à un expert\u00a0: block.stl · Atelier Martin')
    expect(mail?.text).toContain('Commande à vérifier')
    expect(mail?.text).toContain('/manufacture/staff/today')
    expect(mail?.text).toContain('/manufacture/staff/account#notices')

    await noticeNewTasks(app.deps)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('is written in the language of its reader', async () => {
    const { browser, email } = await aReader('administrator')
    await browser.call('PATCH /global/staff/me/notices', { body: { language: 'en' } })
    await aContactMessage(app)

    await noticeNewTasks(app.deps)
    expect((await mailsTo(email)).map(({ text }) => text).join()).toContain('Contact message: A quote · Zoé')
  })

  it('does not go to people who did not ask for it, or left', async () => {
    const operator = await aReader('operator')
    const quiet = await aReader('customer-success')
    const gone = await aReader('customer-success')
    for (const kind of ['contact-message', 'order-review', 'expert-question'] as const)
      await choose(quiet.browser, kind, 'never')
    await updateRows(app, 'staff_member', { id: gone.id }, { disabled_at: app.clock.now })
    await aContactMessage(app)

    await noticeNewTasks(app.deps)
    for (const { email } of [operator, quiet, gone]) expect(await mailsTo(email)).toEqual([])
  })

  it('does not go to people who never enrolled, or to accounts of the demo', async () => {
    const invited = await aReader('customer-success')
    const demo = await aReader('customer-success')
    await updateRows(app, 'staff_member', { id: invited.id }, { password_hash: null })
    await updateRows(app, 'staff_member', { id: demo.id }, { is_demo: true })
    await aContactMessage(app)

    await noticeNewTasks(app.deps)
    app.clock.now = morning
    await mailMorning(app.deps)
    for (const { email } of [invited, demo]) expect(await mailsTo(email)).toEqual([])
    expect((await demo.browser.call('GET /global/staff/me/notices', {})).status).toBe(200)
  })

  it('names a new task behind hundreds that are due before it', async () => {
    // Tasks of earlier tests are no longer new.
    app.clock.advance(2 * 86_400)
    const { email } = await aReader('customer-success')
    const aMonthAgo = new Date(app.clock.now.getTime() - 30 * 86_400_000)
    const old = { name: 'Zoé', email: 'zoe@example.com', topic: 'quote', message: 'Bonjour', language: 'fr' } as const
    const rows = Array.from({ length: maxListedTasks + 1 }, () => ({ ...old, created_at: aMonthAgo }))
    await app.deps.db.insertInto('contact_message').values(rows).execute()
    await aContactMessage(app)

    await noticeNewTasks(app.deps)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Une nouvelle tâche'])
  })

  it('goes to anyone who chose it for another kind', async () => {
    const { browser, email } = await aReader('accountant')
    await choose(browser, 'receipt-held', 'at-once')
    await makeWaiting['receipt-held'](app)

    await noticeNewTasks(app.deps)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Une nouvelle tâche'])
  })
})

describe('the mail of the morning', () => {
  it('counts what waits, at seven in the time zone of the shop', async () => {
    const { email } = await aReader('operator')
    await makeWaiting['order-review'](app)
    const text = async () => (await mailsTo(email)).map((mail) => mail.text).join()

    app.clock.now = new Date(morning.getTime() - 60_000)
    await mailMorning(app.deps)
    expect(await text()).toBe('')

    app.clock.now = morning
    await mailMorning(app.deps)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await text()).toMatch(/Commande à vérifier\s: \d+/)
  })

  it('goes once a day, later if no worker ran at seven', async () => {
    const { email } = await aReader('operator')
    await makeWaiting['order-review'](app)
    const hour = 3_600_000
    const sent: number[] = []
    for (const hours of [3, 4, 5, 24, 25]) {
      app.clock.now = new Date(morning.getTime() + hours * hour)
      await mailMorning(app.deps)
      sent.push((await mailsTo(email)).length)
    }
    expect(sent).toEqual([1, 1, 1, 2, 2])
  })

  it('is not sent if nothing waits', async () => {
    const { browser, email } = await aReader('operator')
    for (const kind of ['order-review', 'order-late', 'delivery-late'] as const) await choose(browser, kind, 'never')

    app.clock.now = morning
    await mailMorning(app.deps)
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('the choice of mails', () => {
  it('begins with what suits the role, for the kinds of its rights', async () => {
    const success = await aReader('customer-success')
    const operator = await aReader('operator')

    const { data } = await success.browser.call('GET /global/staff/me/notices', {})
    expect(data.language).toBe('fr')
    expect(data.choices).toContainEqual({ kind: 'expert-question', notice: 'at-once' })
    expect(data.choices).toContainEqual({ kind: 'claim', notice: 'morning' })
    expect((await operator.browser.call('GET /global/staff/me/notices', {})).data.choices).toEqual([
      { kind: 'order-review', notice: 'morning' },
      { kind: 'order-late', notice: 'morning' },
      { kind: 'delivery-late', notice: 'morning' },
    ])
  })

  it('follows the rights of a role that the shop has made', async () => {
    const role = { name: 'Caisse', rights: ['money.receive' as const], created_at: app.clock.now }
    const { browser } = await aReader({ ownRoleId: await insertRow(app.deps.db, 'staff_role', role) })

    const { data } = await browser.call('GET /global/staff/me/notices', {})
    expect(data.choices).toEqual([{ kind: 'receipt-held', notice: 'morning' }])
  })

  it('is kept for its person alone', async () => {
    const one = await aReader('operator')
    const other = await aReader('operator')
    const { data } = await choose(one.browser, 'order-late', 'at-once')

    expect(data.choices).toContainEqual({ kind: 'order-late', notice: 'at-once' })
    expect((await other.browser.call('GET /global/staff/me/notices', {})).data.choices).not.toContainEqual({
      kind: 'order-late',
      notice: 'at-once',
    })
  })
})
