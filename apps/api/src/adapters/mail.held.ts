import type { FileStore } from './files.ts'
import { type Mail, MailError, type MailSender } from './mail.ts'

export const mailsFolder = 'mails/'

/** Exists while mails are held. With the files, because every server and worker sees them. */
const holdFile = `${mailsFolder}held`

/** For how long an answer is believed. */
const cacheMs = 10_000

/** A restored copy must not write to customers before the operator has decided that it is the real one. */
export async function holdMails(files: FileStore): Promise<void> {
  await files.put(holdFile, Buffer.from('{}'), { contentType: 'application/json' })
}

export const releaseMails = (files: FileStore) => files.remove(holdFile)

export async function areMailsHeld(files: FileStore): Promise<boolean> {
  const file = await files.get(holdFile)
  file?.body.destroy()
  return file !== null
}

/** Fails temporarily while mails are held, so that their jobs try again. */
export function createHeldSender(
  sender: MailSender,
  areHeld: () => Promise<boolean>,
  now: () => number = Date.now,
): MailSender {
  let known = { isHeld: false, until: 0 }

  const isHeld = async () => {
    if (now() >= known.until) known = { isHeld: await areHeld(), until: now() + cacheMs }
    return known.isHeld
  }
  const heldError = ({ kind }: Mail) => new MailError({ kind, temporary: true, code: 'EHELD' })
  const { sendAll } = sender

  return {
    async send(mail) {
      if (await isHeld()) throw heldError(mail)
      await sender.send(mail)
    },
    ...(sendAll && {
      async sendAll(mails: readonly Mail[]): Promise<PromiseSettledResult<void>[]> {
        if (await isHeld()) return mails.map((mail) => ({ status: 'rejected', reason: heldError(mail) }))
        return sendAll(mails)
      },
    }),
  }
}
