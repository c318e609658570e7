import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aLoggedInBrowser, anEmail, aResetKey, goodPassword } from '#test/builders.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

beforeEach(() => app.clock.advance(86_400))

const login = (browser: Browser, email: string, password: string) =>
  browser.call('POST /global/account/login', { body: { email, password } })
const wasTried = ({ status }: { status: number }) => status !== 429

describe('guessing one account’s password (ABU-1)', () => {
  it('is stopped after 5 attempts, also from different addresses and at once', async () => {
    const { email } = await aCustomer(app)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => login(app.browser(), email, `guess ${index}`)),
    )

    expect(answers.filter(wasTried)).toHaveLength(5)

    const stopped = answers.find(({ status }) => status === 429)
    expect(stopped?.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Trop de tentatives. Réessayez dans une minute.',
    })
    expect(Number(stopped?.headers.get('retry-after'))).toBe(60)

    const { error } = await login(app.browser(), email, goodPassword)
    expect(error.code).toBe('RATE_LIMITED')
  })

  it('meets increasing delays: of 200 attempts over a day at most 30 count', async () => {
    const { email } = await aCustomer(app)
    const begun = app.clock.now.getTime()
    const waits: number[] = []
    let tried = 0

    for (let attempt = 0; attempt < 200 && app.clock.now.getTime() - begun < 86_400_000; attempt++) {
      const answer = await login(app.browser(), email, `guess ${attempt}`)
      if (wasTried(answer)) tried++
      else {
        const wait = Number(answer.headers.get('retry-after'))
        waits.push(wait)
        app.clock.advance(Math.min(wait, 86_400))
      }
    }

    expect(tried).toBe(30)
    expect(waits[0]).toBe(60)
    expect(Math.max(...waits)).toBeGreaterThan(80_000)
  })

  it('does not lock the owner out of a browser that has logged in before', async () => {
    const customer = await aCustomer(app)
    const home = await aLoggedInBrowser(app, customer)
    for (let guess = 0; guess < 8; guess++) await login(app.browser(), customer.email, `guess ${guess}`)
    expect((await login(app.browser(), customer.email, goodPassword)).status).toBe(429)
    expect((await login(home, customer.email, goodPassword)).status).toBe(200)
  })

  it('is forgotten when the owner resets the password, whose browser is then known (B12)', async () => {
    const { email } = await aCustomer(app)
    const guess = (name: string) => login(app.browser(), email, name)
    const home = app.browser()
    const key = await aResetKey(app, email)
    for (let index = 0; index < 8; index++) await guess(`before ${index}`)

    const password = 'a brand new password 7'
    const body = { key, password, confirmPassword: password }
    expect((await home.call('PATCH /global/account/password/reset', { body })).status).toBe(200)
    expect((await login(app.browser(), email, password)).status).toBe(200)

    for (let index = 0; index < 8; index++) await guess(`after ${index}`)
    expect((await login(app.browser(), email, password)).status).toBe(429)
    expect((await login(home, email, password)).status).toBe(200)
  })

  it('leaves the owner a way into a new browser all day: a mailed reset, however many guesses follow (B12)', async () => {
    const { email } = await aCustomer(app)
    const guessUntilStopped = async () => {
      let waitSeconds = 0
      while (waitSeconds < 3600) {
        const { status, headers } = await login(app.browser(), email, 'a guess')
        waitSeconds = status === 429 ? Number(headers.get('retry-after')) : 0
        if (waitSeconds > 0 && waitSeconds < 3600) app.clock.advance(waitSeconds)
      }
    }

    await guessUntilStopped()
    const laptop = app.browser()
    expect((await login(laptop, email, goodPassword)).status).toBe(429)

    const password = 'a brand new password 7'
    const body = { key: await aResetKey(app, email), password, confirmPassword: password }
    expect((await laptop.call('PATCH /global/account/password/reset', { body })).status).toBe(200)

    await guessUntilStopped()
    expect((await login(app.browser(), email, password)).status).toBe(429)
    expect((await login(laptop, email, password)).status).toBe(200)
  })

  it('gains nothing from a device known to another account or an invented one', async () => {
    const victim = await aCustomer(app)
    const attacker = await aCustomer(app)
    const own = await aLoggedInBrowser(app, attacker)
    const answers = []

    for (let guess = 0; guess < 8; guess++) {
      const invented = app.browser()
      invented.cookies.set('device', `invented-${guess}`)
      answers.push(
        await login(own, victim.email, `guess ${guess}`),
        await login(invented, victim.email, `guess ${guess}`),
      )
    }

    expect(answers.filter(wasTried)).toHaveLength(5)
  })

  it('is limited from a known device too', async () => {
    const customer = await aCustomer(app)
    const home = await aLoggedInBrowser(app, customer)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => login(home, customer.email, `guess ${index}`)),
    )
    expect(answers.filter(wasTried)).toHaveLength(5)
  })

  it('is counted from zero after a successful login', async () => {
    const customer = await aCustomer(app)
    const browser = app.browser()
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 4; guess++)
        expect((await login(browser, customer.email, 'wrong one')).status).toBe(422)
      expect((await login(browser, customer.email, goodPassword)).status).toBe(200)
    }
  })

  it('counts one account however its address is spelled', async () => {
    const { email } = await aCustomer(app)
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\t`]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => login(app.browser(), spellings[index % 4] ?? email, 'wrong one')),
    )
    expect(answers.filter(wasTried)).toHaveLength(5)
  })
})

describe('spraying one password over many accounts (ABU-1)', () => {
  it('is stopped per IP address: 100 of 200 attempts count', async () => {
    const browser = app.browser()
    const answers = []
    for (let attempt = 0; attempt < 200; attempt++) answers.push(await login(browser, anEmail(), 'Spring2026!'))
    expect(answers.filter(wasTried)).toHaveLength(100)
    expect((await login(app.browser(), anEmail(), 'Spring2026!')).status).toBe(422)
  })

  it('gains nothing from the many addresses of one IPv6 network', async () => {
    const answers = []
    for (let attempt = 0; attempt < 110; attempt++) {
      const browser = app.browser()
      browser.address = `2001:db8:0:7:${attempt.toString(16)}::1`
      answers.push(await login(browser, 'not an address', 'x'))
    }

    expect(answers.filter(wasTried)).toHaveLength(100)

    const neighbour = app.browser()
    neighbour.address = '2001:db8:0:107::1'

    expect((await login(neighbour, 'not an address', 'x')).status).toBe(422)
  })
})

describe('guessing keys of mails (ABU-1)', () => {
  it('is limited per IP address', async () => {
    const browser = app.browser()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        browser.call('POST /global/account/activate', { body: { key: `guess-${index}` } }),
      ),
    )
    expect(answers.filter(wasTried)).toHaveLength(60)
  })
})
