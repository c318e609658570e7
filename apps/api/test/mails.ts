import type { Insertable } from 'kysely'
import type { MailRecordTable } from '#db/schema.generated.ts'
import type { TestApp } from '#test/app.ts'
import { insertRow } from '#test/rows.ts'

/** The record of a mail that left. */
export const aMailRecord = (app: TestApp, traits: Partial<Insertable<MailRecordTable>> = {}): Promise<string> =>
  insertRow(app.deps.db, 'mail_record', {
    mail_id: crypto.randomUUID(),
    kind: 'order-paid',
    recipient: 'zoe@example.com',
    subject: 'Commande payée',
    text: 'Bonjour',
    html: '<p>Bonjour</p>',
    language: 'fr',
    state: 'sent',
    has_secret: false,
    mailed_at: app.clock.now,
    ...traits,
  })
