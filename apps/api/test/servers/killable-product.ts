import { getSimulatorSecrets } from '@cotation/card-simulator'
import type { Db } from '#db/database.ts'
import { issueSession, issueStaffSession } from '#features/auth/session.service.ts'
import { Browser } from '#test/browser.ts'
import { ProductProcess } from '#test/product-process.ts'
import { type CardProviderControl, controlCardProvider, payOnPage } from './card-provider.ts'

/** Generous, for machines with shared cores. */
const startMs = 240_000

/** The product as a process that is killed at a failpoint, like a power cut. */
export class KillableProduct {
  readonly env: Record<string, string>
  readonly url: string
  readonly db: Db
  #product: ProductProcess | null = null

  constructor(env: Record<string, string>, db: Db) {
    this.env = env
    this.db = db
    this.url = `http://127.0.0.1:${env.PORT}`
  }

  /** Starts and stops it once: Node writes its compile cache on a normal exit only. */
  async warmUp(): Promise<void> {
    await this.start()
    await this.#product?.stop('SIGTERM')
  }

  /** Starts it. Work left by an earlier kill may reach the failpoint before it is ready. */
  async start(failpoint?: string): Promise<void> {
    this.#product = await ProductProcess.start('main', { ...this.env, ...(failpoint && { FAILPOINT: failpoint }) })
    await Promise.race([this.#product.says('is ready:', startMs), this.#product.exitCode])
  }

  /** `act` must reach the failpoint; fails if the process survives or dies otherwise. */
  async dieDuring(act: () => Promise<void>): Promise<void> {
    const product = this.#product
    if (!product) throw new Error('it was not started')

    // Requests may fail because the process dies.
    const acted = act().then(
      () => null,
      (error: unknown) => error,
    )
    const late = setTimeout(() => product.child.kill('SIGTERM'), 45_000)
    await product.exitCode
    clearTimeout(late)

    const failure = await acted
    if (product.child.signalCode === 'SIGKILL') return

    throw new Error(`it did not come to the point: ${product.stderr}`, { cause: failure })
  }

  async stop(): Promise<void> {
    await this.#product?.stop('SIGKILL')
  }

  /** One who pays hundreds of times within minutes: what limits say to that is tested elsewhere. */
  async customer(customerId: string): Promise<Browser> {
    await this.db.deleteFrom('rate_limit').execute()
    const browser = new Browser(this.url)
    browser.token = (await issueSession(this.db, new Date(), customerId)).accessToken
    return browser
  }

  async staff(staffId: string): Promise<Browser> {
    const browser = new Browser(this.url)
    browser.token = (await issueStaffSession(this.db, new Date(), staffId)).accessToken
    return browser
  }

  async control(command: CardProviderControl): Promise<void> {
    const { secretKey } = await getSimulatorSecrets(this.db, new Date())
    await controlCardProvider({ url: this.url, secretKey }, command)
  }

  pay(page: string): Promise<string> {
    return payOnPage(this.url, page, 'accepted')
  }
}
