import { expect, test } from 'vitest'
import { createMailboxSender, type MailboxMessage } from './mail.mailbox.ts'
import type { Mail } from './mail.ts'

const mail: Mail = {
  to: 'zoe@example.fr',
  subject: 'Réinitialisation',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  language: 'fr',
  kind: 'reset',
  idempotencyKey: 'reset/1',
}

function mailbox() {
  const kept: MailboxMessage[] = []
  const inserts: number[] = []
  const insert = async (messages: readonly MailboxMessage[]) => {
    kept.push(...messages)
    inserts.push(messages.length)
  }
  return { kept, inserts, sender: createMailboxSender({ insert }, 'Cotation <a@b.fr>') }
}

test('the mailbox stores the whole mail under one id for all retries', async () => {
  const { kept, sender } = mailbox()
  await sender.send(mail)
  await sender.send(mail)
  const { idempotencyKey, ...content } = mail
  const expected = { ...content, from: 'Cotation <a@b.fr>', replyTo: null, id: expect.stringMatching(/^[0-9a-f]{40}$/) }
  expect(kept[0]).toEqual(expected)
  expect(kept[0]?.id).not.toContain(idempotencyKey)
  expect(kept[1]?.id).toBe(kept[0]?.id)
})

test('the mailbox refuses what a mail server must never get', async () => {
  const { kept, sender } = mailbox()
  await expect(sender.send({ ...mail, to: 'a@b.fr,c@d.fr' })).rejects.toMatchObject({ code: 'recipient' })
  await expect(sender.send({ ...mail, subject: 'a\r\nBcc: c@d.fr' })).rejects.toMatchObject({ code: 'subject' })
  await expect(
    sender.send({ ...mail, replyTo: { name: 'Léa\r\nBcc: c@d.fr', address: 'lea@b.fr' } }),
  ).rejects.toMatchObject({ code: 'reply-to' })
  expect(kept).toEqual([])
})

test('the mailbox stores the name and address that answers go to', async () => {
  const { kept, sender } = mailbox()
  await sender.send({ ...mail, replyTo: { name: 'Léa Petit', address: 'lea@b.fr' } })
  expect(kept[0]?.replyTo).toBe('Léa Petit <lea@b.fr>')
})

test('the mailbox stores several mails at once, without those that it refuses', async () => {
  const { kept, inserts, sender } = mailbox()
  const second = { ...mail, idempotencyKey: 'reset/2' }
  const results = await sender.sendAll?.([mail, { ...mail, to: 'a@b.fr,c@d.fr' }, second])

  expect(results?.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(inserts).toEqual([2])
  expect(kept).toHaveLength(2)
})
