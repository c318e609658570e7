import { createHash, randomUUID } from 'node:crypto'
import { getSimulatorSecrets } from '@cotation/card-simulator'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { rowsOf } from '#test/rows.ts'
import { payOnPage, startCardProvider } from '#test/servers/card-provider.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp({ PUBLIC_URL: 'http://localhost:5173' })
let secretKey: string

beforeAll(async () => {
  secretKey = (await getSimulatorSecrets(app.deps.db, app.clock.now)).secretKey
})

const aRequest = (language: 'fr' | 'en' = 'fr') => ({
  intentId: randomUUID(),
  amountMinor: 1_234_56,
  description: '<b>C-10001</b>',
  successUrl: 'http://localhost:5173/manufacture/checkout/success?order=1',
  cancelUrl: 'http://localhost:5173/manufacture/checkout/payment?order=1&cancelled=1',
  expiresAt: new Date(app.clock.now.getTime() + 24 * 3600 * 1000),
  language,
})

async function begin(language?: 'fr' | 'en') {
  const request = aRequest(language)
  const session = await app.deps.cards?.begin(request)
  if (!session) throw new Error('no cards')
  return { ...session, ...request, path: new URL(session.url).pathname }
}

async function page(path: string) {
  const answer = await app.browser().fetch(path)
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    text: await answer.text(),
  }
}

async function chargesOf(captureId = ''): Promise<number> {
  const rows = await rowsOf(app, 'simulator_object', { kind: 'charge', parent_id: captureId.replace('captured:', '') })
  return rows.length
}

describe("the card simulator's payment page", () => {
  it("is at the product's public URL, in the payer's language", async () => {
    const { url, path } = await begin('fr')
    expect(url).toBe(`http://localhost:5173${path}`)

    const french = await page(path)
    expect(french.status).toBe(200)
    expect(french.text).toContain('<html lang="fr">')
    expect(french.text).toMatch(/1\s234,56\s\$/)
    expect(french.text).toContain('simulation')

    const english = await page((await begin('en')).path)
    expect(english.text).toContain('<html lang="en">')
    expect(english.text).toContain('$1,234.56')
    expect(english.text).toContain('no money moves')
  })

  it('runs no script, redirects to the product only and escapes its input', async () => {
    const { path, cancelUrl } = await begin()
    const { policy, text } = await page(path)
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`)
    expect(policy).toContain("form-action 'self' http://localhost:5173;")
    expect(policy).not.toContain('script-src')
    expect(text).toContain('&lt;b&gt;C-10001&lt;/b&gt;')
    expect(text).toContain(`href="${cancelUrl.replace('&', '&amp;')}"`)
  })

  it('reports a declined card and stays open', async () => {
    const { path, url } = await begin('en')
    const back = await payOnPage(app.url, url, 'declined')
    expect(back).toBe(`${path}?declined`)
    const { text } = await page(back)
    expect(text).toContain('role="alert"')
    expect(text.match(/<button /g)).toHaveLength(4)
  })

  it('charges once, even for concurrent submissions', async () => {
    const { path, url, sessionId, successUrl } = await begin('en')
    await Promise.all(Array.from({ length: 5 }, () => payOnPage(app.url, url, 'accepted')))

    const facts = await app.deps.cards?.fetch(sessionId)
    expect(facts).toHaveLength(1)

    await payOnPage(app.url, url, 'accepted')
    expect(await app.deps.cards?.fetch(sessionId)).toEqual(facts)
    expect(await chargesOf(facts?.[0]?.id)).toBe(1)

    const { text } = await page(path)
    expect(text).not.toContain('<button')
    expect(text).toContain(`href="${successUrl}"`)
  })

  it('refuses an unknown session and an unknown card', async () => {
    expect((await page('/simulator/pay/cs_test_unknown')).status).toBe(404)
    const { path } = await begin()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.browser().fetch(path, { method: 'POST', headers, body: 'card=free' })
    expect(answer.status).toBe(400)
  })
})

describe("the card simulator's API", () => {
  const call = async (path: string, init: RequestInit = {}, key: string = secretKey) => {
    const answer = await fetch(`${app.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { error?: { type: string } },
    }
  }

  it.each(['/v1/checkout/sessions/cs_1', '/v1/payment_intents/pi_1', '/v1/refunds'])(
    '%s requires the secret key',
    async (path) => {
      const { status, body, headers } = await call(path, {}, 'sk_test_other')
      expect(status).toBe(401)
      expect(body.error?.type).toBe('invalid_request_error')
      expect(headers.get('request-id')).toMatch(/^req_/)
    },
  )

  it('accepts the key as user name of Basic authentication', async () => {
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
    expect((await call('/v1/refunds/re_1', { headers: { authorization } })).status).toBe(404)
  })

  it('replays the answer for the same idempotency key and refuses another request', async () => {
    const { sessionId } = await begin()
    const expire = (body: string) =>
      call(`/v1/checkout/sessions/${sessionId}/expire`, {
        method: 'POST',
        headers: { 'idempotency-key': `k ${sessionId}` },
        body,
      })
    const first = await expire('')

    expect(first).toMatchObject({ status: 200, body: { id: sessionId, status: 'expired' } })

    const again = await expire('')
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')

    const other = await expire('a=b')
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  })

  it.each([
    ['no amount', 'mode=payment'],
    ['a field of the language', '__proto__[mode]=payment&constructor[prototype][mode]=payment'],
    ['a deep field', `a${'[b]'.repeat(50)}=1`],
  ])('refuses a session with %s', async (_case, body) => {
    const { status, body: answer } = await call('/v1/checkout/sessions', { method: 'POST', body })
    expect(status).toBe(400)
    expect(answer.error?.type).toBe('invalid_request_error')
  })

  it('requires the secret key for control commands', async () => {
    const answer = await fetch(`${app.url}/simulator/control`, { method: 'POST', body: '{"settle":true}' })
    expect(answer.status).toBe(401)
  })
})

describe("the card simulator's keys", () => {
  it('are shared by the servers of an installation and differ between installations', async () => {
    const second = await startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '' })
    const { sessionId } = await begin()
    expect(await second.deps.cards?.fetch(sessionId)).toEqual([])
    await second.close()
    const other = await startCardProvider({ database: await copyDatabase() })
    expect(other.secrets.secretKey).not.toBe(secretKey)
    await other.close()
  })
})

describe('an installation without the card simulator', () => {
  it('accepts no cards and has none of its pages', async () => {
    const { path } = await begin()
    const without = await startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '', PAYMENT_SIMULATOR: 'off' })
    expect(without.deps.cards).toBeNull()
    expect((await without.browser().fetch(path)).status).toBe(404)
    expect((await without.browser().fetch('/v1/refunds')).status).toBe(404)
    await without.close()
  })
})
