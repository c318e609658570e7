import { until } from '#test/until.ts'
import { type Call, Client } from './client.ts'

/** The limit of answers for one address is ten a day. */
const answersPerAddress = 8

/** Visitors who open the page, read a file of it and leave an answer, one after the other. */
export class Traffic {
  readonly acknowledged: string[] = []
  answered = 0
  /** What was answered neither as on a good day nor "busy", with the path. */
  readonly failures: string[] = []
  /** The times of "busy" answers. */
  readonly refusedAt: number[] = []
  readonly #url: string
  readonly #network: number
  #isRunning = true
  #loops: Promise<void>[] = []

  /** Addresses begin with 127 and this number or the next ones; no two may share them. */
  constructor(url: string, network: number) {
    this.#url = url
    this.#network = network
  }

  start(people: number): void {
    this.#loops = Array.from({ length: people }, (_, person) => this.#visit(this.#network + person))
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#loops)
  }

  /** Waits for more answered requests. */
  async more(count: number): Promise<void> {
    const goal = this.answered + count
    await until(async () => (this.answered >= goal ? true : undefined), `${count} more answers`)
  }

  async #visit(person: number): Promise<void> {
    for (let round = 0; this.#isRunning; round++) {
      const client = new Client(this.#url, `127.${person}.${Math.floor(round / 250)}.${(round % 250) + 1}`)
      for (let i = 0; i < answersPerAddress && this.#isRunning; i++) await this.#readAndAnswer(client, person, round, i)
      client.close()
    }
  }

  async #readAndAnswer(client: Client, person: number, round: number, i: number): Promise<void> {
    await this.#expectOk(client, { path: '/manufacture/' })
    await this.#expectOk(client, { path: '/gateway/global/common/index' })

    const other = `${person} ${round} ${i}`
    const answer: Call = { method: 'POST', path: '/gateway/global/tools/detain', body: { reasons: ['other'], other } }
    if (await this.#expectOk(client, answer)) this.acknowledged.push(other)
  }

  async #expectOk(client: Client, call: Call): Promise<boolean> {
    const status = await client.call(call).then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    )
    this.answered++
    if (status === 503 && call.path.startsWith('/gateway/')) this.refusedAt.push(Date.now())
    else if (status !== 200) this.failures.push(`${status} ${call.path}`)
    return status === 200
  }
}
