import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createDiskFileStore } from './files.disk.ts'
import { areMailsHeld, createHeldSender, holdMails, releaseMails } from './mail.held.ts'
import type { Mail } from './mail.ts'

const mail: Mail = {
  to: 'zoe@example.com',
  subject: 'Commande',
  text: '',
  html: '',
  language: 'fr',
  kind: 'order',
  idempotencyKey: 'order 1',
}

it('sends nothing while mails are held, and everything after their release (B36)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-held-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = createDiskFileStore(folder)
  const sent: Mail[] = []
  let now = 0
  const sender = createHeldSender(
    { send: async (one) => void sent.push(one) },
    () => areMailsHeld(files),
    () => now,
  )

  await holdMails(files)
  await expect(sender.send(mail)).rejects.toMatchObject({ temporary: true, code: 'EHELD' })
  expect(sent).toEqual([])
  expect(await areMailsHeld(files)).toBe(true)

  await releaseMails(files)
  now += 10_000
  await sender.send(mail)
  expect(sent).toEqual([mail])
  expect(await areMailsHeld(files)).toBe(false)
})
