import { afterAll, describe, expect, it } from 'vitest'
import { useApp } from '#test/use-app.ts'
import { removeOldMails } from './mailbox.repository.ts'

const mail = {
  to: 'zoe@example.com',
  subject: '<b>Activez</b>',
  text: 'Bonjour <script>alert(1)</script>\nhttps://parts.example.com/activate#key=a"onclick="x\nÀ bientôt & merci',
  html: '<p onclick="x">Bonjour</p>',
  language: 'fr',
  kind: 'activation',
} as const

const app = useApp({ MAILBOX: 'on' })
const withoutMailbox = useApp({ MAILBOX: 'off' })

afterAll(async () => {
  await app.close()
  await withoutMailbox.close()
})

async function page(path = '') {
  const answer = await app.browser().fetch(`/gateway/mailbox${path}`)
  return { status: answer.status, policy: answer.headers.get('content-security-policy'), text: await answer.text() }
}

describe('the mailbox', () => {
  it('says so when it is empty', async () => {
    expect((await page()).text).toContain(app.deps.texts('fr', 'mail', 'mailbox.empty'))
  })

  it('lists each mail once, newest first, with links that lead to it', async () => {
    await app.deps.mail.send({ ...mail, idempotencyKey: 'one' })
    await app.deps.mail.send({ ...mail, idempotencyKey: 'one' })
    app.clock.advance(60)
    await app.deps.mail.send({ ...mail, subject: 'Plus tard', idempotencyKey: 'two' })

    const { text } = await page()
    const links = [...text.matchAll(/href="mailbox\/([a-f0-9]{40})">([^<]*)</g)]

    expect(links.map(([, , subject]) => subject)).toEqual(['Plus tard', '&lt;b&gt;Activez&lt;/b&gt;'])
    expect((await page(`/${links[0]?.[1]}`)).text).toContain('Plus tard')
  })

  it('shows a mail as text with working links and runs nothing in it', async () => {
    await app.deps.mail.send({ ...mail, idempotencyKey: 'one' })

    const [{ id } = { id: '' }] = (await app.mails()).filter(({ subject }) => subject === mail.subject)
    const { status, policy, text } = await page(`/${id}`)

    expect(status).toBe(200)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toMatch(/<script|<b>|onclick="/)
    expect(text).toContain('<a href="https://parts.example.com/activate#key=a&quot;onclick=&quot;x">')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/)
    expect(policy).not.toContain('script-src')
  })

  it('shows where answers to a mail go', async () => {
    const replyTo = { name: 'Léa <b>', address: 'lea@example.com' }
    await app.deps.mail.send({ ...mail, subject: 'Suivi', replyTo, idempotencyKey: 'reply' })
    const [{ id } = { id: '' }] = (await app.mails()).filter(({ subject }) => subject === 'Suivi')
    expect((await page(`/${id}`)).text).toContain('Réponses à Léa &lt;b&gt; &lt;lea@example.com&gt;')
  })

  it('forgets mails after 90 days', async () => {
    await app.deps.mail.send({ ...mail, subject: 'Ancien', idempotencyKey: 'old' })
    app.clock.advance(90 * 86_400 + 1)
    await app.deps.mail.send({ ...mail, subject: 'Récent', idempotencyKey: 'recent' })
    await removeOldMails(app.deps.db, app.clock.now)

    const { text } = await page()
    expect(text).toContain('Récent')
    expect(text).not.toContain('Ancien')
  })

  it.each(['/unknown', `/${'0'.repeat(40)}`, '/%00', '/..%2f..%2f'])('has nothing at %s', async (path) => {
    expect((await page(path)).status).toBe(404)
  })

  it('does not exist if the configuration disables it', async () => {
    await withoutMailbox.deps.mail.send({ ...mail, idempotencyKey: 'one' })
    const [{ id } = { id: '' }] = await withoutMailbox.mails()
    const browser = withoutMailbox.browser()
    expect((await browser.fetch('/gateway/mailbox')).status).toBe(404)
    expect((await browser.fetch(`/gateway/mailbox/${id}`)).status).toBe(404)
  })
})
