import type { Api } from '@cotation/contracts'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Answer } from '#test/browser.ts'
import { aCustomer, aSignUp, aSolvedCaptcha, type TestCustomer } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

/** What the product asks of the password hasher, in order: equal work is equal calls (AUT-2). */
const hashing: string[] = []

const app = useApp(severalVisitors, (deps) => {
  const { passwords } = deps
  deps.passwords = {
    ...passwords,
    hash: (password, turn) => {
      hashing.push('hash')
      return passwords.hash(password, turn)
    },
    verify: (stored, password, turn) => {
      hashing.push('verify')
      return passwords.verify(stored, password, turn)
    },
  }
})
let active: TestCustomer
let waiting: TestCustomer

beforeAll(async () => {
  active = await aCustomer(app)
  waiting = await aCustomer(app, { activated: false })
})

beforeEach(() => {
  hashing.length = 0
})

/** Everything a caller sees but what differs between any two calls. */
function visible({ status, headers, data, error }: Answer<unknown>) {
  const { date: _date, 'x-request-id': _id, ...constant } = Object.fromEntries(headers)
  return { status, headers: constant, data, error: { ...error, requestId: '' } }
}

const aStranger = fc.emailAddress().filter((email) => /^[\w.+@-]+$/.test(email))

const someone = fc.oneof(
  fc.constantFrom('active', 'waiting', 'none').map((who) => ({ who, stranger: 'nobody@example.com' })),
  aStranger.map((stranger) => ({ who: 'none', stranger })),
)

const addressOf = ({ who, stranger }: { who: string; stranger: string }) =>
  who === 'active' ? active.email : who === 'waiting' ? waiting.email : stranger

describe('whether an address has an account (AUT-1, AUT-2)', () => {
  it('is not revealed by the answer to a wrong password or by its hashing cost', async () => {
    const tryLogin = async (email: string, password: string) => {
      app.clock.advance(86_400)
      hashing.length = 0
      return {
        answer: visible(await app.browser().call('POST /global/account/login', { body: { email, password } })),
        work: [...hashing],
      }
    }
    const expected = await tryLogin('reference@example.com', 'a wrong one')

    expect(expected).toMatchObject({
      answer: { status: 422, error: { code: 'INVALID_CREDENTIALS' } },
      work: ['verify'],
    })

    await fc.assert(
      fc.asyncProperty(someone, fc.string({ minLength: 1, maxLength: 40 }), async (who, password) => {
        expect(await tryLogin(addressOf(who), password)).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  it('is not revealed by the delay after too many attempts', async () => {
    const waits = async (email: string) => {
      const seen: unknown[] = []
      for (let attempt = 0; attempt < 7; attempt++) {
        const answer = await app
          .browser()
          .call('POST /global/account/login', { body: { email, password: 'a wrong one' } })
        seen.push(visible(answer))
      }

      return seen
    }
    app.clock.advance(86_400)

    expect(await waits(active.email)).toEqual(await waits('nobody-at-all@example.com'))
  })

  it.each(['POST /global/account/password/resetSend', 'POST /global/account/activeEmail'] as const)(
    'is not told by %s',
    async (key: keyof Api & `POST ${string}`) => {
      const ask = async (email: string) => {
        app.clock.advance(86_400)
        const browser = app.browser()
        const captcha = await aSolvedCaptcha(app, browser)
        hashing.length = 0
        return { answer: visible(await browser.send(key, { body: { email, captcha } })), work: [...hashing] }
      }
      const expected = await ask('reference@example.com')

      expect(expected).toMatchObject({ answer: { status: 200, data: {} }, work: [] })

      await fc.assert(
        fc.asyncProperty(someone, async (who) => {
          expect(await ask(addressOf(who))).toEqual(expected)
        }),
        { numRuns: 12 },
      )

      const known = [active.email, waiting.email]
      expect((await app.mails()).filter(({ to }) => !known.includes(to))).toEqual([])
    },
  )

  it('does not change the hashing cost of a sign-up', async () => {
    const work = async (email?: string) => {
      const browser = app.browser()
      const body = await aSignUp(app, browser, email)
      hashing.length = 0
      await browser.call('POST /global/account/register', { body })
      return [...hashing]
    }
    expect(await work(active.email)).toEqual(await work())
  })

  it('is not revealed for a third-party account without a password', async () => {
    await app.deps.db.updateTable('customer').set({ password_hash: null }).where('id', '=', waiting.id).execute()
    app.clock.advance(86_400)
    const answer = await app
      .browser()
      .call('POST /global/account/login', { body: { email: waiting.email, password: waiting.password } })
    expect({ code: answer.error.code, hashing }).toEqual({ code: 'INVALID_CREDENTIALS', hashing: ['verify'] })
  })
})
