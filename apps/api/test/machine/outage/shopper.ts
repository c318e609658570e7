import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api, ErrorCode } from '@cotation/contracts'
import type { Db } from '#db/database.ts'
import { issueSession, issueStaffSession } from '#features/auth/session.service.ts'
import { Browser } from '#test/browser.ts'
import type { SubmitBody } from '#test/orders/orders.ts'
import { payOnPage } from '#test/servers/card-provider.ts'

/** A shopper's purchase and what the product has acknowledged. */
export interface Visit {
  kind: 'balance' | 'card' | 'reload'
  begunAt: number
  submissionKey: string
  /** The id of the acknowledged order or reload. */
  id: string | null
  /** Whether the provider's page accepted the card. */
  isPaidThere: boolean
  /** Whether the product reported it as paid or credited. */
  isToldDone: boolean
  /** Does not wait for the result. */
  leaves: boolean
  refundKey: string | null
  isOver: boolean
}

export interface Shop {
  url: string
  /** The URL of the provider's pages. */
  pages: string
  /** A connection without faults. */
  db: Db
  staffId: string
}

export const refundMinor = 1_00
export const reloadUsd = 100

/** Delay before a retry. */
const againMs = 250

/** Delay between two polls of a result. */
const lookMs = 50

/** A customer who orders, pays and reloads in turn, and retries unanswered requests. */
export class Shopper {
  readonly visits: Visit[] = []
  /** The number of retries per error code. */
  readonly refusals = new Map<ErrorCode | 'LOST', number>()
  readonly customerId: string
  readonly #shop: Shop
  readonly #submissions: SubmitBody[]

  constructor(shop: Shop, customerId: string, submissions: SubmitBody[]) {
    this.#shop = shop
    this.customerId = customerId
    this.#submissions = submissions
  }

  /** Shops until stopped, with a pause of `paceMs`. */
  async shop(isOpen: () => boolean, paceMs: number): Promise<void> {
    const kinds = ['balance', 'card', 'card', 'reload'] as const
    for (let turn = 0; isOpen(); turn++) {
      const kind = kinds[turn % kinds.length] ?? 'balance'
      const visit: Visit = {
        kind,
        begunAt: Date.now(),
        submissionKey: randomUUID(),
        id: null,
        isPaidThere: false,
        isToldDone: false,
        leaves: kind === 'card' && turn % 4 === 1,
        refundKey: null,
        isOver: false,
      }
      this.visits.push(visit)
      await this.#make(visit)
      visit.isOver = true
      await pause(paceMs)
    }
  }

  async #make(visit: Visit): Promise<void> {
    if (visit.kind === 'reload') return this.#reload(visit)
    await this.#order(visit)
    if (visit.isToldDone) await this.#refund(visit)
  }

  async #order(visit: Visit): Promise<void> {
    const submission = this.#submissions.pop()
    if (!submission) throw new Error('there is nothing left to order')

    const payment = { method: visit.kind === 'card' ? 'card' : 'balance', useBalance: false } as const
    const body = { ...submission, payment, submissionKey: visit.submissionKey }
    const placed = await this.#insist((browser) => browser.call('POST /global/checkout/submit', { body }))
    visit.id = placed.orderId

    const params = { orderId: placed.orderId }
    let page = placed.redirectUrl
    while (!visit.isToldDone) {
      if (page) await this.#pay(page, visit)
      if (visit.isPaidThere && visit.leaves) return

      const view = await this.#insist((browser) =>
        browser.call('POST /global/payment/order/{orderId}/check', { params }),
      )
      visit.isToldDone = view.result === 'paid'
      if (!visit.isToldDone) await pause(lookMs)
      if (view.result === 'due') page = view.redirectUrl ?? (await this.#beginAgain(params))
    }
  }

  /** Starts a payment whose page is missing; nothing if the order was paid a moment ago. */
  async #beginAgain(params: { orderId: string }): Promise<string | null> {
    const view = await this.#insist(
      (browser) => browser.call('POST /global/payment/order/{orderId}/begin', { params, body: { method: 'card' } }),
      ['ORDER_STATE', 'PAYMENT_PENDING'],
    )
    return view?.redirectUrl ?? null
  }

  async #pay(page: string, visit: Visit): Promise<void> {
    try {
      await payOnPage(this.#shop.pages, page, 'accepted')
      visit.isPaidThere = true
    } catch {
      // The page does not answer, or its answer was lost after the payment; the product knows.
      this.#count('LOST')
      await pause(againMs)
    }
  }

  async #refund(visit: Visit): Promise<void> {
    const staff = new Browser(this.#shop.url)
    staff.token = (await issueStaffSession(this.#shop.db, new Date(), this.#shop.staffId)).accessToken
    const refundKey = randomUUID()
    const call = 'POST /global/staff/order/{orderId}/refund'
    const body = { amountMinor: refundMinor, reason: 'Rayure', key: refundKey }
    await this.#insist(() => staff.call(call, { params: { orderId: visit.id ?? '' }, body }))
    visit.refundKey = refundKey
  }

  async #reload(visit: Visit): Promise<void> {
    const body = { amountUsd: reloadUsd, method: 'card', submissionKey: visit.submissionKey } as const
    const call = (browser: Browser) => browser.call('POST /global/account/balance/reload', { body })
    let view: Api['POST /global/account/balance/reload']['output'] = await this.#insist(call)
    visit.id = view.id

    while (!visit.isToldDone) {
      if (view.redirectUrl) await this.#pay(view.redirectUrl, visit)
      const params = { reloadId: view.id }
      view = await this.#insist((browser) =>
        browser.call('POST /global/account/balance/reload/{reloadId}/check', { params }),
      )
      visit.isToldDone = view.state === 'credited'
      if (!visit.isToldDone) await pause(lookMs)
    }
  }

  /** Retries until it is answered. Any answer but success or a temporary error is a bug. */
  async #insist<T>(
    ask: (browser: Browser) => Promise<{ status: number; data: T; error: { code: ErrorCode } }>,
  ): Promise<T>
  async #insist<T>(
    ask: (browser: Browser) => Promise<{ status: number; data: T; error: { code: ErrorCode } }>,
    right: readonly ErrorCode[],
  ): Promise<T | null>

  async #insist<T>(
    ask: (browser: Browser) => Promise<{ status: number; data: T; error: { code: ErrorCode } }>,
    right: readonly ErrorCode[] = [],
  ): Promise<T | null> {
    for (;;) {
      // So many retries would hit the rate limits, which are tested elsewhere.
      await this.#shop.db.deleteFrom('rate_limit').execute()

      const browser = new Browser(this.#shop.url)
      browser.token = (await issueSession(this.#shop.db, new Date(), this.customerId)).accessToken

      const { status, data, error } = await ask(browser)
      if (status === 200) return data
      if (right.includes(error.code)) return null
      if (status !== 503) throw new Error(`answered ${status} ${error.code}`)

      this.#count(error.code)
      await pause(againMs)
    }
  }

  #count(code: ErrorCode | 'LOST'): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
  }
}
