import { describe, expect, it } from 'vitest'
import { silentLog } from '#test/silent-log.ts'
import { createRecordedSender, type RecordedMail, withoutSecrets } from './mail.recorded.ts'
import { type Mail, MailError, type MailSender } from './mail.ts'

const mail: Mail = {
  to: 'zoe@example.fr',
  subject: 'Votre code',
  text: 'Code 482 913\nhttps://shop.example/reset-password?lang=fr#key=aB3_x-9\nhttps://shop.example/quote?project=7',
  html: '<p>482 913</p><a href="https://shop.example/reset-password?lang=fr#key=aB3_x-9">Choisir</a>',
  language: 'fr',
  kind: 'password-reset',
  idempotencyKey: 'reset/1',
  secrets: ['482 913'],
}

function recorded(send: MailSender['send'], sendAll?: MailSender['sendAll']) {
  const kept: RecordedMail[] = []
  const records = { add: async (mails: readonly RecordedMail[]) => void kept.push(...mails) }
  const sender: MailSender = sendAll ? { send, sendAll } : { send }
  return { kept, sender: createRecordedSender(sender, records, silentLog) }
}

const refusal = (temporary: boolean) => new MailError({ kind: 'x', temporary, code: 'EENVELOPE', responseCode: 550 })

describe('the record of a mail', () => {
  it('has no key and no code, but its other links', () => {
    const { text, html, hasSecret } = withoutSecrets(mail)
    expect(hasSecret).toBe(true)
    for (const content of [text, html]) {
      expect(content).not.toContain('aB3_x-9')
      expect(content).not.toContain('482 913')
    }
    expect(text).toContain('https://shop.example/quote?project=7')
    expect(html).toContain('https://shop.example/reset-password?lang=fr#key=')
  })

  it('is written once the mail has left', async () => {
    const { kept, sender } = recorded(async () => undefined)
    await sender.send(mail)
    expect(kept).toMatchObject([{ to: 'zoe@example.fr', state: 'sent', error: null, hasSecret: true }])
    expect(JSON.stringify(kept)).not.toContain('reset/1')
  })

  it('says why a mail was refused for good', async () => {
    const { kept, sender } = recorded(() => Promise.reject(refusal(false)))
    await expect(sender.send(mail)).rejects.toThrow('EENVELOPE')
    expect(kept).toMatchObject([{ state: 'refused', error: 'EENVELOPE 550' }])
  })

  it('is not written while the mail is tried again', async () => {
    const { kept, sender } = recorded(() => Promise.reject(refusal(true)))
    await expect(sender.send(mail)).rejects.toThrow('EENVELOPE')
    expect(kept).toEqual([])
  })

  it('is written for each of several mails by its own result', async () => {
    const { kept, sender } = recorded(
      async () => undefined,
      async () => [
        { status: 'fulfilled', value: undefined },
        { status: 'rejected', reason: refusal(true) },
        { status: 'rejected', reason: refusal(false) },
      ],
    )
    const mails = ['a@b.fr', 'c@d.fr', 'e@f.fr'].map((to) => ({ ...mail, to }))
    expect(await sender.sendAll?.(mails)).toHaveLength(3)
    expect(kept.map(({ to, state }) => [to, state])).toEqual([
      ['a@b.fr', 'sent'],
      ['e@f.fr', 'refused'],
    ])
  })

  it('does not fail a mail that has left', async () => {
    const records = { add: () => Promise.reject(new Error('no database')) }
    const sender = createRecordedSender({ send: async () => undefined }, records, silentLog)
    await expect(sender.send(mail)).resolves.toBeUndefined()
  })
})
