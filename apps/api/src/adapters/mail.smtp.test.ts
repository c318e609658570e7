import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type SmtpFaults, startSmtpServer } from '#test/servers/smtp.ts'
import { createSmtpSender, tlsPolicy } from './mail.smtp.ts'
import { type Mail, MailError } from './mail.ts'

const activation: Mail = {
  to: 'zoe.lefevre@example.fr',
  subject: 'Activez votre compte : à très bientôt, Zoé Lefèvre — pièces usinées à Orléans, côté atelier',
  text: 'Bonjour Zoé,\nvotre clé est prête à être utilisée.',
  html: '<p>Bonjour <b>Zoé</b>, votre clé est prête à être utilisée.</p>',
  language: 'fr',
  kind: 'activation',
  idempotencyKey: 'activation/42/1',
}

async function smtp(faults?: SmtpFaults) {
  const server = await startSmtpServer(faults)
  onTestFinished(() => server.close())
  const sender = createSmtpSender({ url: server.url, from: 'Cotation <ne-pas-repondre@cotation.example>' })
  return { server, sender }
}

async function failure(attempt: Promise<void>): Promise<MailError> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailError)) throw new Error('expected a MailError', { cause: error })
  return error
}

describe('a mail over SMTP', () => {
  test('arrives with both parts and its French accents', async () => {
    const { server, sender } = await smtp()
    await sender.send(activation)

    expect(server.received).toHaveLength(1)

    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'ne-pas-repondre@cotation.example', to: ['zoe.lefevre@example.fr'] })

    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.subject).toBe(activation.subject)
    expect(parsed.text?.trim().replaceAll('\r\n', '\n')).toBe(activation.text)
    expect(parsed.html?.trim()).toBe(activation.html)
    expect(parsed.from).toMatchObject({ name: 'Cotation', address: 'ne-pas-repondre@cotation.example' })

    const header = (key: string) => parsed.headers.find((one) => one.key === key)?.value
    expect(header('content-language')).toBe('fr')
    expect(header('auto-submitted')).toBe('auto-generated')
  })

  test('keeps its Message-ID in a retry and does not reveal the key', async () => {
    const { server, sender } = await smtp()
    await sender.send(activation)
    await sender.send(activation)
    await sender.send({ ...activation, idempotencyKey: 'activation/42/2' })

    const ids = await Promise.all(server.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@cotation\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })
})

describe('answers to a mail over SMTP', () => {
  test('go to the given person, whose name may have accents and commas', async () => {
    const { server, sender } = await smtp()
    await sender.send({ ...activation, replyTo: { name: 'Hélène Noël, côté atelier', address: 'helene@example.fr' } })

    const parsed = await PostalMime.parse(server.received[0]?.raw ?? '')
    expect(parsed.replyTo).toMatchObject([{ name: 'Hélène Noël, côté atelier', address: 'helene@example.fr' }])
    expect(server.received[0]?.to).toEqual([activation.to])
  })

  test('go to the sender if no person is given', async () => {
    const { server, sender } = await smtp()
    await sender.send(activation)
    expect(server.received[0]?.raw.toString()).not.toMatch(/^reply-to:/im)
  })
})

describe('header injection (INJ-2)', () => {
  const injected = ['a@example.fr\r\nBcc: b@example.fr', 'a@example.fr\nb', 'a@example.fr\rb', 'a\0@example.fr']
  const several = ['a@example.fr, b@example.fr', 'a@example.fr;b@example.fr', 'a@example.fr b@example.fr', 'a@b@c']
  const odd = ['', 'a', '@example.fr', 'a@', 'A <a@example.fr>', 'grp:a@example.fr;', `${'a'.repeat(250)}@b.fr`]
  test.each([...injected, ...several, ...odd])('is refused in the recipient %j', async (to) => {
    const { server, sender } = await smtp()
    expect(await failure(sender.send({ ...activation, to }))).toMatchObject({ temporary: false, code: 'recipient' })
    expect(server.received).toEqual([])
  })

  test.each(['Bonjour\r\nBcc: b@example.fr', 'Bonjour\nX: y', 'a\0b', 'a\u2028b'])(
    'is refused in the subject %j',
    async (subject) => {
      const { server, sender } = await smtp()
      expect(await failure(sender.send({ ...activation, subject }))).toMatchObject({
        temporary: false,
        code: 'subject',
      })
      expect(server.received).toEqual([])
    },
  )

  test.each([
    { name: 'Léa\r\nBcc: b@example.fr', address: 'lea@example.fr' },
    { name: 'Léa', address: 'lea@example.fr, b@example.fr' },
    { name: 'Léa', address: 'lea@example.fr\r\nBcc: b@example.fr' },
  ])('is refused in the reply address %j', async (replyTo) => {
    const { server, sender } = await smtp()
    expect(await failure(sender.send({ ...activation, replyTo }))).toMatchObject({ temporary: false, code: 'reply-to' })
    expect(server.received).toEqual([])
  })

  test('is refused in the configured sender', () => {
    const url = 'smtp://127.0.0.1:25'
    expect(() => createSmtpSender({ url, from: 'a@example.fr, b@example.fr' })).toThrow(/one address/)
    expect(() => createSmtpSender({ url, from: 'Cotation' })).toThrow(/one address/)
    expect(() => createSmtpSender({ url: 'http://example.fr', from: 'a@example.fr' })).toThrow(/smtp:/)
  })
})

test.each([
  ['smtp://user:secret@mail.example.fr:587', { requireTLS: true }],
  ['smtp://mail.example.fr:25', {}],
  ['smtps://user:secret@mail.example.fr', {}],
  ['smtp://user:secret@localhost:1025', {}],
])('%s never sends a password in clear', (url, policy) => {
  expect(tlsPolicy(new URL(url))).toEqual(policy)
})

describe('a failed delivery', () => {
  test.each([
    [{ recipientCode: 450 }, true, 450],
    [{ recipientCode: 550 }, false, 550],
    [{ recipientCode: 503 }, true, 503],
    [{ dataCode: 451 }, true, 451],
    [{ dataCode: 554 }, false, 554],
  ])('%j makes it temporary: %s', async (faults, temporary, responseCode) => {
    const { sender } = await smtp(faults)
    const error = await failure(sender.send(activation))
    expect(error).toMatchObject({ temporary, responseCode })
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain('lefevre')
    expect(error.cause).toBeUndefined()
  })

  test('is temporary after a refused login', async () => {
    const { server } = await smtp({ refuseLogin: true })
    const url = server.url.replace('smtp://', 'smtp://user:wrong-password@')
    const error = await failure(createSmtpSender({ url, from: 'a@example.fr' }).send(activation))
    expect(error).toMatchObject({ temporary: true, code: 'EAUTH' })
    expect(error.message).not.toContain('wrong-password')
  })

  test('is temporary after a refused connection', async () => {
    const { server, sender } = await smtp()
    await server.close()
    expect(await failure(sender.send(activation))).toMatchObject({ temporary: true, code: 'ESOCKET' })
  })

  test('is temporary after a timeout', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const sender = createSmtpSender({ url, from: 'a@example.fr', timeoutMs: 50 })
    expect(await failure(sender.send(activation))).toMatchObject({ temporary: true, code: 'ETIMEDOUT' })
  })
})
