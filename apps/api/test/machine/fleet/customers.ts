import { setTimeout as pause } from 'node:timers/promises'
import { binaryStl, box } from '@cotation/geometry/solids'
import type { Db } from '#db/database.ts'
import { type Answer, Browser } from '#test/browser.ts'
import { aCustomer, type TestCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aCheckout, anAddress, type PreviewBody } from '#test/orders/orders.ts'
import { until } from '#test/until.ts'
import { patienceMs, priceOf, sendPart } from './parts.ts'

const startMinor = 1_000_000_00

/** Pause between two orders of a customer, because projects are limited to 60 an hour. */
const paceMs = 3000

/** Pause before a call that was answered "busy" is repeated. */
const againMs = 250

/** Few logins, because their limit counts the one address that all these customers share. */
const ordersPerLogin = 5

interface Buyer extends TestCustomer {
  shippingAddressId: string
}

/** An order that the product has acknowledged as paid. */
interface AcknowledgedOrder {
  customerId: string
  submissionKey: string
  orderId: string
}

/** Customers who log in, have a small part priced, order it and pay from their balance, again and again. */
export class Customers {
  readonly orders: AcknowledgedOrder[] = []
  /** Unexpected answers: neither success nor "busy". */
  readonly failures: string[] = []
  /** The times of "busy" answers. */
  readonly refusedAt: number[] = []
  answered = 0
  readonly #url: string
  readonly #db: Db
  readonly #buyers: Buyer[] = []
  #parts = 0
  #isRunning = false
  #loops: Promise<void>[] = []

  constructor(url: string, db: Db) {
    this.#url = url
    this.#db = db
  }

  /** Adds customers with an address and money. */
  async add(count: number): Promise<void> {
    const store = { deps: { db: this.#db }, clock: { now: new Date() } }
    for (let i = 0; i < count; i++) {
      const customer = await aCustomer(store)
      await funded(this.#db, customer.id, startMinor, store.clock.now)
      this.#buyers.push({ ...customer, shippingAddressId: await anAddress(store, customer.id) })
    }
  }

  start(): void {
    this.#isRunning = true
    this.#loops = this.#buyers.map((buyer) => this.#shop(buyer))
  }

  /** Resolves once the orders in progress are finished. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#loops)
  }

  /** Waits until so many more orders are paid. */
  async more(count: number): Promise<void> {
    const goal = this.orders.length + count
    await until(
      async () => {
        if (this.failures.length > 0) throw new Error(this.failures.join('\n'))
        return this.orders.length >= goal ? true : undefined
      },
      `${count} more orders`,
      patienceMs,
    )
  }

  /** Descriptions of orders that are missing, duplicated or not paid once, and of wrong balances. */
  async findWrongs(): Promise<string[]> {
    const wrongs: string[] = []
    for (const { id } of this.#buyers) wrongs.push(...(await this.#wrongsOf(id)))
    return wrongs
  }

  async #shop(buyer: Buyer): Promise<void> {
    let browser: Browser | null = null
    for (let turn = 0; this.#isRunning; turn++) {
      try {
        if (browser === null || turn % ordersPerLogin === 0) browser = await this.#logIn(buyer)
        await this.#order(browser, buyer)
      } catch (error) {
        this.failures.push(String(error))
      }
      await pause(paceMs)
    }
  }

  async #logIn({ email, password }: Buyer): Promise<Browser> {
    const browser = new PatientBrowser(this.#url, this)
    const { status, data } = await browser.call('POST /global/account/login', { body: { email, password } })
    if (!data?.accessToken) throw new Error(`the login was answered ${status}`)

    browser.token = data.accessToken
    return browser
  }

  async #order(browser: Browser, { id: customerId, shippingAddressId }: Buyer): Promise<void> {
    // A different part each time, because known bytes are not analysed again.
    const part = Buffer.from(binaryStl(box([30 + this.#parts++ / 100, 20, 10])))
    const onAfterResponse = (_: unknown, answer: { getStatus(): number }) => this.count(answer.getStatus())
    const { projectId, lineId } = await sendPart(browser, 'part.stl', part, { onAfterResponse })
    await priceOf(browser, projectId)

    const basket: PreviewBody = { projectId, lineIds: [lineId], shippingAddressId, carrier: 'dhl' }
    const { body } = await aCheckout(browser, basket)
    const placed = await browser.call('POST /global/checkout/submit', { body })
    if (!placed.data) throw new Error(`the order was answered ${placed.status} ${placed.error.code}`)

    const { orderId } = placed.data
    const { data } = await browser.call('POST /global/payment/order/{orderId}/check', { params: { orderId } })
    if (data?.result !== 'paid') throw new Error(`the order ${orderId} is ${data?.result}`)
    this.orders.push({ customerId, submissionKey: body.submissionKey, orderId })
  }

  /** Counts an answer. */
  count(status: number): void {
    this.answered++
    if (status === 503) this.refusedAt.push(Date.now())
  }

  async #wrongsOf(customerId: string): Promise<string[]> {
    const acknowledged = this.orders.filter((order) => order.customerId === customerId)
    const orders = await this.#db
      .selectFrom('customer_order')
      .selectAll()
      .where('customer_id', '=', customerId)
      .execute()
    const payments = await this.#db
      .selectFrom('payment_intent')
      .selectAll()
      .where('customer_id', '=', customerId)
      .execute()
    const wallet = await this.#db
      .selectFrom('ledger_account')
      .select('balance_minor')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()

    const wrongs: string[] = []
    if (orders.length !== acknowledged.length) wrongs.push(`${orders.length} orders of ${acknowledged.length}`)

    for (const { orderId, submissionKey } of acknowledged) {
      const [order, ...others] = orders.filter((row) => row.submission_key === submissionKey)
      const paid = payments.filter((row) => row.order_id === orderId).map((row) => Number(row.captured_minor))
      const isRight = order?.id === orderId && others.length === 0 && String(paid) === String(Number(order.total_minor))
      if (!isRight) wrongs.push(`order ${orderId}: stored as ${order?.id}, paid ${paid} of ${order?.total_minor}`)
    }

    const spent = orders.reduce((sum, { total_minor }) => sum + Number(total_minor), 0)
    const left = Number(wallet.balance_minor)
    if (left !== startMinor - spent) wrongs.push(`a balance of ${left} and not ${startMinor - spent}`)
    return wrongs
  }
}

/** Repeats calls that were answered "busy", as a person does. */
class PatientBrowser extends Browser {
  readonly #customers: Pick<Customers, 'count'>

  constructor(url: string, customers: Pick<Customers, 'count'>) {
    super(url)
    this.#customers = customers
  }

  override async send<T>(...call: Parameters<Browser['send']>): Promise<Answer<T>> {
    for (;;) {
      const answer = await super.send<T>(...call)
      this.#customers.count(answer.status)
      if (answer.status !== 503) return answer
      await pause(againMs)
    }
  }
}
