import type { ErrorBody } from '@cotation/contracts'
import { solveWork, type WorkChallenge, workHeader, workProof } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { severalVisitors, startApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anEmail, aSolvedCaptcha } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp({ ...severalVisitors, PROOF_OF_WORK_BITS: '4' })

const reset = '/gateway/global/account/password/resetSend'
const again = '/gateway/global/account/activeEmail'

function aBrowser(): Browser {
  const browser = app.browser()
  browser.solvesWork = false
  return browser
}

async function post(browser: Browser, path: string, proof?: string) {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (proof !== undefined) headers.set(workHeader, proof)
  const body = JSON.stringify({ email: anEmail(), captcha: await aSolvedCaptcha(app, browser) })
  const response = await browser.fetch(path, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Partial<ErrorBody> }
}

async function challengeOf(browser: Browser, path = reset): Promise<WorkChallenge> {
  const { work } = (await post(browser, path)).body
  if (!work) throw new Error('no challenge')
  return work
}

const solved = (work: WorkChallenge) => workProof(work.token, solveWork(work))

describe('a proof of work (B9)', () => {
  it('is needed for a mail: the answer says so, with a challenge', async () => {
    const { status, body } = await post(aBrowser(), reset)

    expect(status).toBe(428)
    expect(body).toMatchObject({ code: 'WORK_NEEDED', work: { puzzles: 16, bits: 4 } })
    expect(body.message).toContain('Réessayez')
  })

  it('opens the call once', async () => {
    const browser = aBrowser()
    const proof = solved(await challengeOf(browser))

    expect((await post(browser, reset, proof)).status).toBe(200)
    expect((await post(browser, reset, proof)).body.code).toBe('WORK_NEEDED')
  })

  it('opens one of many concurrent calls', async () => {
    const browser = aBrowser()
    const proof = solved(await challengeOf(browser))
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await post(browser, reset, proof)).status),
    )

    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('opens neither another call nor that of another network', async () => {
    const browser = aBrowser()
    const proof = solved(await challengeOf(browser))

    expect((await post(browser, again, proof)).status).toBe(428)
    expect((await post(aBrowser(), reset, proof)).status).toBe(428)
    expect((await post(browser, reset, proof)).status).toBe(200)
  })

  it('expires after five minutes', async () => {
    const browser = aBrowser()
    const proof = solved(await challengeOf(browser))
    app.clock.advance(300)

    expect((await post(browser, reset, proof)).status).toBe(428)
  })

  it.each([
    ['numbers that solve nothing', (work: WorkChallenge) => workProof(work.token, Array(16).fill(0))],
    ['a puzzle missing', (work: WorkChallenge) => workProof(work.token, solveWork({ ...work, puzzles: 15 }))],
    ['easier puzzles', (work: WorkChallenge) => solved({ ...work, token: work.token.replace(/^4/, '1'), bits: 1 })],
    ['a later end', (work: WorkChallenge) => solved({ ...work, token: work.token.replace(/\.1/, '.9') })],
    ['numbers too large for a puzzle', (work: WorkChallenge) => workProof(work.token, Array(16).fill(9_999_999_999))],
    ['no form at all', () => 'x'.repeat(4000)],
  ])('is refused with %s', async (_, proofOf) => {
    const browser = aBrowser()
    const proof = proofOf(await challengeOf(browser))

    expect((await post(browser, reset, proof)).body.code).toBe('WORK_NEEDED')
  })

  it('is refused if the network needs far more work by now', async () => {
    const browser = aBrowser()
    const early = solved(await challengeOf(browser))
    for (let call = 0; call < 24; call++) {
      const path = call % 2 === 0 ? reset : again
      await post(browser, path, solved(await challengeOf(browser, path)))
    }

    expect((await challengeOf(browser)).bits).toBe(6)
    expect((await post(browser, reset, early)).status).toBe(428)
  })

  it('grows with the calls of a network, and shrinks again after an hour', async () => {
    const browser = aBrowser()
    const bits: number[] = []
    for (let call = 0; call < 10; call++) {
      const work = await challengeOf(browser)
      bits.push(work.bits)
      await post(browser, reset, solved(work))
    }

    expect(bits).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 5, 5])
    expect((await challengeOf(aBrowser())).bits).toBe(4)
    app.clock.advance(3600)
    expect((await challengeOf(browser)).bits).toBe(4)
  })

  it('counts a call that comes again with its proof once in the limits of the call', async () => {
    const browser = app.browser()
    const send = async () => {
      const captcha = await aSolvedCaptcha(app, browser)
      const message = { name: 'Zoé', email: anEmail(), topic: 'quote', message: 'Bonjour' } as const
      return (await browser.call('POST /global/account/contactUs', { body: { ...message, captcha } })).status
    }

    const statuses: number[] = []
    for (let call = 0; call < 11; call++) statuses.push(await send())
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('is needed for tokens of visitors after five in an hour', async () => {
    const browser = aBrowser()
    const visit = async () =>
      (await browser.call('POST /global/quote/visitor', { body: { agreeDisclaimer: true } })).status

    const statuses: number[] = []
    for (let call = 0; call < 6; call++) statuses.push(await visit())
    expect(statuses).toEqual([200, 200, 200, 200, 200, 428])

    app.clock.advance(3600)
    expect(await visit()).toBe(200)
  })

  it('is needed for logins after ten in an hour', async () => {
    const browser = aBrowser()
    const body = { email: anEmail(), password: 'wrong-password' }
    const statuses: number[] = []
    for (let call = 0; call < 11; call++) {
      statuses.push((await browser.call('POST /global/account/login', { body: { ...body, email: anEmail() } })).status)
    }

    expect(statuses).toEqual([...Array(10).fill(422), 428])
  })

  it('can be turned off', async () => {
    const without = await startApp({ PROOF_OF_WORK_BITS: '0' })
    try {
      const browser = without.browser()
      browser.solvesWork = false
      const body = { email: anEmail(), captcha: await aSolvedCaptcha(without, browser) }
      expect((await browser.call('POST /global/account/password/resetSend', { body })).status).toBe(200)
    } finally {
      await without.close()
    }
  })
})
