import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '#test/browser.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#test/servers/pgbouncer.ts'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

let pool: Pgbouncer
let database: string
const running: ProductProcess[] = []

async function start(program: 'main' | 'worker', env: Record<string, string>): Promise<ProductProcess> {
  const product = await ProductProcess.start(program, { DEMO: 'off', LOG_LEVEL: 'silent', ...env })
  running.push(product)
  return product
}

async function startServer(env: Record<string, string>): Promise<Browser> {
  const port = await freePort()
  const product = await start('main', { PORT: String(port), ...env })
  await product.says('is ready')
  return new Browser(`http://127.0.0.1:${port}`)
}

describe.skipIf(!hasPgbouncer)('behind PgBouncer in transaction mode (B26)', () => {
  beforeAll(async () => {
    pool = await startPgbouncer(inject('databaseServerUrl'))
    database = await copyDatabase()
  })

  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.stop('SIGKILL')))
  })

  afterAll(() => pool?.stop())

  it('answers every request of two servers, and runs jobs', async () => {
    const env = { DATABASE_URL: pool.url(database), DATABASE_SESSION_URL: database, MAILBOX: 'on' }
    const browsers = await Promise.all([startServer(env), startServer(env)])

    const statuses = new Map<number, number>()
    const visit = async (browser: Browser, round: number) => {
      const paths = ['/gateway/global/tools/captchaImage', '/health/ready', '/gateway/global/account/info']
      const { status } = await browser.fetch(paths[round % paths.length] ?? '')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let round = 0; round < 60; round++)
      await Promise.all(browsers.flatMap((browser) => [1, 2, 3, 4].map((shift) => visit(browser, round + shift))))

    // Captchas are limited per address (429), and nobody is logged in (401): the answers of a sound server.
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(160)

    const [browser] = browsers
    const contact = await browser?.fetch('/gateway/global/tools/detain', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reasons: ['other'], other: 'Bonjour' }),
    })
    expect(contact?.status).toBe(200)
    const finished = () =>
      withClient(database, (client) => client.query("select from pgboss.job where state = 'completed' limit 1"))
    await until(async () => ((await finished()).rows.length > 0 ? true : undefined), 'a finished job')
  })

  it.each<[string, 'main' | 'worker', readonly string[]]>([
    ['a server', 'main', []],
    ['a worker', 'worker', []],
    ['a server whose settings the pool ignores', 'main', ['ignore_startup_parameters = statement_timeout']],
  ])('refuses with one line if %s has no direct connection', async (_name, program, settings) => {
    const other = await startPgbouncer(inject('databaseServerUrl'), settings)
    const product = await start(program, { DATABASE_URL: other.url(database) })

    expect(await product.exitCode).toBe(1)
    expect(product.stderr).toMatch(
      /^DATABASE_URL leads to a pool that shares connections between transactions[^\n]*\n$/,
    )
    await other.stop()
  })

  it('refuses a direct connection to another database', async () => {
    const product = await start('main', {
      DATABASE_URL: pool.url(database),
      DATABASE_SESSION_URL: await copyDatabase(),
    })

    expect(await product.exitCode).toBe(1)
    expect(product.stderr).toBe(
      'DATABASE_URL and DATABASE_SESSION_URL lead to different databases. Correct one of them.\n',
    )
  })
})
