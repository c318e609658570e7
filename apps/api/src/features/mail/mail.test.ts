import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sendActionMail } from '#core/action-mail.ts'
import { severalVisitors } from '#test/app.ts'
import { aCustomer, aSolvedCaptcha, aStaffBrowser, useStaff } from '#test/builders.ts'
import { aMailRecord } from '#test/mails.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { useApp } from '#test/use-app.ts'
import { aGivenUpJob } from '#test/waiting-tasks.ts'
import { removeOldRecords } from './mail.repository.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const read = (mailId: string) => staff.call('GET /global/staff/mail/{mailId}', { params: { mailId } })
const resend = (mailId: string) => staff.call('POST /global/staff/mail/{mailId}/resend', { params: { mailId } })

/** The id of the newest record of a kind to an address. */
async function recordOf(recipient: string, kind: string): Promise<string> {
  await app.mail(recipient, kind)
  const record = await until(
    async () => (await rowsOf(app, 'mail_record', { recipient, kind }))[0],
    'the record of the mail',
  )
  return record.id
}

describe('a mail', () => {
  it('is shown as it was sent, with the name of its customer', async () => {
    const { id, email } = await aCustomer(app)
    await sendActionMail(app.deps, {
      kind: 'password-changed',
      to: email,
      userName: 'Zoé',
      language: 'fr',
      repliesTo: 'sender',
      path: '/reset-password',
      values: {},
      idempotencyKey: `password-changed ${id}`,
    })

    const { data } = await read(await recordOf(email, 'password-changed'))
    expect(data).toMatchObject({ state: 'sent', recipient: email, customer: { id }, hasSecret: false, mayResend: true })
    expect(data.content?.html).toContain('/manufacture/reset-password')
  })

  it('is shown without the key in its link, and cannot be sent again', async () => {
    const { email } = await aCustomer(app)
    const browser = app.browser()
    const captcha = await aSolvedCaptcha(app, browser)
    await browser.call('POST /global/account/password/resetSend', { body: { email, captcha } })
    const sent = await app.mail(email, 'password-reset')
    const key = /#key=([\w-]+)/.exec(sent.text)?.[1] ?? ''
    expect(key).not.toBe('')

    const mailId = await recordOf(email, 'password-reset')
    const { data } = await read(mailId)
    expect(data).toMatchObject({ hasSecret: true, mayResend: false })
    expect(JSON.stringify(data)).not.toContain(key)
    expect((await resend(mailId)).error.code).toBe('MAIL_HAS_SECRET')
  })

  it('is sent again with the same content to the same address', async () => {
    const mailId = await aMailRecord(app, {
      recipient: 'again@example.com',
      kind: 'order-shipped',
      subject: 'Expédiée',
    })
    expect((await resend(mailId)).status).toBe(200)

    const copy = await app.mail('again@example.com', 'order-shipped')
    expect(copy).toMatchObject({ subject: 'Expédiée', text: 'Bonjour' })
    const entry = await rowOf(app, 'audit_entry', { action: 'mail.resent', subject_id: mailId })
    expect(JSON.stringify(entry)).not.toContain('again@example.com')
  })

  it('runs its job again, once, if it failed', async () => {
    const jobId = await aGivenUpJob(app, 'site-contact')
    expect((await read(jobId)).data).toMatchObject({ state: 'failed', kind: 'site-contact', error: 'ECONNREFUSED' })

    expect((await resend(jobId)).status).toBe(200)
    expect((await resend(jobId)).status).toBe(404)
    const { rows } = await sql`select 1 from pgboss.job where name = 'site-contact'`.execute(app.deps.db)
    expect(rows).toHaveLength(1)
  })

  it('is not sent a second time while it waits for its next attempt', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, start_after)
      values ('auth-mail', '{"kind":"activation","email":"wait@example.com"}', 'retry', now() + interval '1 day')
      returning id`.execute(app.deps.db)
    const jobId = String(rows[0]?.id)
    expect((await read(jobId)).data).toMatchObject({
      state: 'retrying',
      kind: 'activation',
      recipient: 'wait@example.com',
    })
    expect((await resend(jobId)).error.code).toBe('MAIL_WAITING')
    await sql`delete from pgboss.job where id = ${jobId}`.execute(app.deps.db)
  })

  it('is not open to those who only make parts', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const mailId = await aMailRecord(app)
    expect((await operator.call('GET /global/staff/mail/{mailId}', { params: { mailId } })).status).toBe(403)
  })

  it('is removed after 90 days', async () => {
    const old = new Date(app.clock.now.getTime() - 91 * 86_400_000)
    const oldId = await aMailRecord(app, { mailed_at: old })
    const newId = await aMailRecord(app)
    await removeOldRecords(app.deps.db, app.clock.now)
    expect(await rowsOf(app, 'mail_record', { id: oldId })).toEqual([])
    expect(await rowsOf(app, 'mail_record', { id: newId })).toHaveLength(1)
  })
})
