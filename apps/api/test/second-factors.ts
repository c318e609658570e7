import { totpCode, totpStepAt } from '#core/second-factor/totp.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'

/** An authenticator app on the customer's phone. */
export interface TestAuthenticator {
  recoveryCodes: string[]
  /** The code that the app shows now, or some steps of 30 seconds later. */
  code(laterSteps?: number): string
}

const base32Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => base32Characters.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * An app with a secret that was typed into it. Each code works once, so it does not wait for a new one
 * but shows the next in advance.
 */
export class Authenticator {
  readonly #secret: Buffer
  readonly #clock: () => Date
  #lastStep = 0

  constructor(secret: string, clock: () => Date) {
    this.#secret = fromBase32(secret.replaceAll(' ', ''))
    this.#clock = clock
  }

  nextCode(): string {
    this.#lastStep = Math.max(this.#lastStep + 1, totpStepAt(this.#clock()))
    return totpCode(this.#secret, this.#lastStep)
  }
}

/** The app of a phone that has the secret. */
export function authenticatorOf(app: TestApp, secret: string): TestAuthenticator {
  const bytes = fromBase32(secret)
  return { recoveryCodes: [], code: (laterSteps = 0) => totpCode(bytes, totpStepAt(app.clock.now) + laterSteps) }
}

/** An app that has the secret, which the product does not use yet. */
export async function aPendingAuthenticator(app: TestApp, browser: Browser): Promise<TestAuthenticator> {
  const { status, data } = await browser.call('POST /global/account/secondFactor/begin', {})
  if (status !== 200) throw new Error(`the set-up was refused: ${status}`)

  return authenticatorOf(app, data.secret)
}

/** Sets the second factor up, as a customer does who has just logged in. */
export async function turnSecondFactorOn(app: TestApp, browser: Browser): Promise<TestAuthenticator> {
  const authenticator = await aPendingAuthenticator(app, browser)
  const body = { code: authenticator.code() }
  const { status, data } = await browser.call('POST /global/account/secondFactor/confirm', { body })
  if (status !== 200) throw new Error(`the code was refused: ${status}`)

  return { ...authenticator, recoveryCodes: data.recoveryCodes }
}
