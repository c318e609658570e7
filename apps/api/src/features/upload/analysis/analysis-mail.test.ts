import type { Language } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { anEmail } from '#test/builders.ts'
import { aStoredUpload, ask, aVisitorOwner, boxStl, getUpload, settled } from '#test/quote/stored-uploads.ts'
import { insertRow } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { watchAnalyses } from './analyse-part.service.ts'
import { notifyWhenDone } from './analysis.service.ts'
import { sendAnalysisMail, shownName } from './analysis-mail.service.ts'

const app = useApp()

const notify = (uploadId: string, email: string, language: Language = 'fr') =>
  app.deps.db.transaction().execute((trx) => notifyWhenDone(trx, uploadId, email, language))

/** A project with one line for the upload. */
async function aProjectWith(uploadId: string): Promise<string> {
  const { db, clock } = { db: app.deps.db, clock: app.clock }
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  const { visitor_hash } = await getUpload(app, uploadId)
  const times = { created_at: clock.now, updated_at: clock.now, deleted_at: null }
  const id = await insertRow(db, 'project', {
    customer_id: null,
    visitor_hash,
    name: 'P',
    service: 'cnc',
    catalogue_version: version,
    priced_at: clock.now,
    valid_until: clock.now,
    share_hash: null,
    ...times,
  })

  await db
    .insertInto('quote_line')
    .values({ project_id: id, upload_id: uploadId, body_index: null, position: 0, name: 'L', ...times })
    .execute()

  return id
}

describe('a request for a mail after the analysis', () => {
  it('sends one mail with a link to the quote and deletes the address', async () => {
    const email = anEmail()
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(11, 2, 3), { name: 'bracket v2.stl' })
    const projectId = await aProjectWith(id)

    await notify(id, email)
    await ask(app, id)

    const mail = await app.mail(email, 'analysis-done')
    expect(mail.text).toContain(`/manufacture/quote/${projectId}\n`)
    expect(mail.text).toContain('bracket v2.stl')
    expect(mail.subject).toBe('Votre fichier est analysé')

    await app.mails()
    expect(await getUpload(app, id)).toMatchObject({ notify_email: null, notify_language: null })

    await sendAnalysisMail(app.deps, id)
    await watchAnalyses(app.deps)

    expect((await app.mails()).filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('reports a file that could not be read, in the customer’s language', async () => {
    const email = anEmail()
    const id = await aStoredUpload(app, aVisitorOwner(), new TextEncoder().encode('%PDF-1.7 no part'))
    await notify(id, email, 'en')
    await ask(app, id)
    const mail = await app.mail(email, 'analysis-failed')
    expect(mail.subject).toBe('Your file could not be analysed')
    expect(mail.text).toContain('/manufacture/quote\n')
  })

  it('stores no address when the analysis has already finished', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(11, 2, 4))
    await ask(app, id)
    await settled(app, id)
    await notify(id, anEmail())
    expect(await getUpload(app, id)).toMatchObject({ notify_email: null })
  })

  it('sends the mail also for a file that failed before its analysis', async () => {
    const email = anEmail()
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(11, 2, 5))
    await notify(id, email)
    await app.deps.db.updateTable('upload').set({ state: 'failed' }).where('id', '=', id).execute()
    await watchAnalyses(app.deps)
    await app.mail(email, 'analysis-failed')
  })

  it('sends at most twenty mails a day to one address (ABU-5)', async () => {
    const email = anEmail()
    const ids: string[] = []
    for (let i = 0; i < 22; i++) {
      const id = await aStoredUpload(app, aVisitorOwner(), boxStl(11, 2, 6))
      await notify(id, email)
      ids.push(id)
    }

    await ask(app, ...ids)
    for (const id of ids) await settled(app, id)

    expect((await app.mails()).filter(({ to }) => to === email)).toHaveLength(20)
    expect(await Promise.all(ids.map(async (id) => (await getUpload(app, id)).notify_email))).toEqual(
      ids.map(() => null),
    )
  })
})

describe('the name of a file in a mail', () => {
  it.each([
    ['Pièce été (v2).STEP', 'Pièce été (v2).STEP'],
    ['http://evil.example/win.stl', 'http___evil_example_win.stl'],
    ['www.evil.example', 'www_evil_example'],
    ['a@b.example\r\nBcc: c.stl', 'a_b_example__Bcc_ c.stl'],
    [`${'x'.repeat(190)}.stl`, `${'x'.repeat(40)}….stl`],
  ])('%s is shown as %s', (name, shown) => {
    expect(shownName(name)).toBe(shown)
  })
})
