import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '#test/browser.ts'
import { freePort, ownBrandFile, ProductProcess } from '#test/product-process.ts'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { until } from '#test/until.ts'
import { toolProcess } from './tools/tool-process.fixture.ts'

let database: string
const running: ProductProcess[] = []

let folder: string

beforeAll(async () => {
  database = await copyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cotation-brands-'))
  const own = JSON.parse(readFileSync(ownBrandFile, 'utf8'))
  await writeFile(frenchBrand(), JSON.stringify({ ...own, legal: { ...own.legal, country: 'FR' } }))
  await writeFile(halfBrand(), JSON.stringify({ ...own, legal: undefined, vatNumber: '' }))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The packaged catalogue sells from China. */
const frenchBrand = () => join(folder, 'french.json')
const halfBrand = () => join(folder, 'half.json')

afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop('SIGKILL')))
})

async function start(program: 'main' | 'worker', env: Record<string, string>): Promise<ProductProcess> {
  const product = await ProductProcess.start(program, {
    DATABASE_URL: database,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  running.push(product)

  return product
}

async function startServer(env: Record<string, string> = {}) {
  const port = await freePort()
  const product = await start('main', { PORT: String(port), ...env })
  await product.says('is ready')
  return { product, browser: new Browser(`http://127.0.0.1:${port}`) }
}

async function solvedCaptcha(browser: Browser) {
  const { data } = await browser.call('GET /global/tools/captchaImage', {})
  const { rows } = await withClient(database, (client) =>
    client.query<{ answer: string }>('select answer from captcha where id = $1', [data.captchaId]),
  )
  return { captchaId: data.captchaId, answer: rows[0]?.answer ?? '' }
}

async function contact(browser: Browser) {
  const captcha = await solvedCaptcha(browser)
  return browser.call('POST /global/account/contactUs', {
    body: { name: 'Zoé', email: 'zoe@example.com', topic: 'other', message: 'Bonjour', captcha },
  })
}

const withPath = (path: string) => Object.assign(new URL(inject('databaseServerUrl')), { pathname: path }).href

describe('a failing start', () => {
  it.each<[string, 'main' | 'worker', () => Record<string, string>, RegExp]>([
    ['a bad setting of the server', 'main', () => ({ PORT: 'eighty' }), /^The setting PORT is not usable/],
    [
      'the demo company on a public server (B24)',
      'main',
      () => ({ PUBLIC_URL: 'https://devis.example.com' }),
      /^Customers can reach this server, but its brand file still names the demo company/,
    ],
    [
      'the demo company of a public worker (B24)',
      'worker',
      () => ({ PUBLIC_URL: 'https://devis.example.com' }),
      /^Customers can reach this server/,
    ],
    [
      'a company without what invoices must say (B24)',
      'main',
      () => ({ PUBLIC_URL: 'https://devis.example.com', BRAND_FILE: halfBrand() }),
      /^Customers can reach this server, but its brand file lacks vatNumber, legal \(country, form, companyNumber, register\)/,
    ],
    [
      'a server whose company is of another country than its catalogue',
      'main',
      () => ({ PUBLIC_URL: 'https://devis.example.com', BRAND_FILE: frenchBrand() }),
      /^The company of the brand file is from FR, but the catalogue \S+ sells from CN: .+ seller FR --author NAME/,
    ],
    [
      'a worker whose company is of another country than its catalogue',
      'worker',
      () => ({ PUBLIC_URL: 'https://devis.example.com', BRAND_FILE: frenchBrand() }),
      /^The company of the brand file is from FR, but the catalogue \S+ sells from CN/,
    ],
    [
      'a missing database of the worker',
      'worker',
      () => ({ DATABASE_URL: withPath('/nowhere') }),
      /^The database named in DATABASE_URL does not exist/,
    ],
  ])('prints one line about %s', async (_name, program, env, line) => {
    const product = await start(program, env())
    expect(await product.exitCode).toBe(1)
    expect(product.stderr).toMatch(line)
    expect(product.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(product.stdout).toBe('')
  })

  it('prints one line about a taken port and stops the embedded database', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')

    const { port } = other.address() as { port: number }
    const dataDir = await mkdtemp(join(tmpdir(), 'cotation-taken-'))
    const product = await start('main', { PORT: String(port), DATABASE_URL: '', DATA_DIR: dataDir })

    expect(await product.exitCode).toBe(1)
    expect(product.stderr).toBe(
      `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=8081 npm start\n`,
    )

    const left = await readdir(dataDir, { recursive: true })
    expect(left.some((name) => name.endsWith('PG_VERSION'))).toBe(true)
    expect(left.filter((name) => name.endsWith('postmaster.pid'))).toEqual([])

    other.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})

describe('a company of another country than the packaged catalogue', () => {
  it('starts once a catalogue sells from its country, and none of another country can follow', async () => {
    const DATABASE_URL = await copyDatabase()
    const env = { DATABASE_URL, PUBLIC_URL: 'https://devis.example.com', BRAND_FILE: frenchBrand() }
    const tool = (...words: string[]) => toolProcess('catalogue', words, { ...env, DATA_DIR: join(folder, 'data') })

    const drafted = await tool('seller', 'FR', '--author', 'Zoé')
    expect(drafted).toMatchObject({ code: 0, stderr: '' })
    const [, version = ''] = /^Draft (\S+) is saved/.exec(drafted.stdout) ?? []
    expect((await tool('publish', version)).stdout).toMatch(/ is in force from /)
    await startServer(env)

    const drafts = await tool('seller', 'DE', '--author', 'Zoé')
    const [, german = ''] = /^Draft (\S+) is saved/.exec(drafts.stdout) ?? []
    expect(await tool('publish', german)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        `^The company of the brand file is from FR, but the catalogue ${german} sells from DE`,
      ),
    })
  })
})

describe('a server', () => {
  it('prints its address, and on SIGTERM finishes running requests', async () => {
    const { product, browser } = await startServer()
    expect(product.stdout).toMatch(/^Cotation is ready: {2}http:\/\/localhost:\d+\/manufacture\/$/m)

    const captcha = await solvedCaptcha(browser)
    const body = { name: 'Zoé', email: 'zoe@example.com', topic: 'other', message: 'Bonjour', captcha } as const
    await withClient(database, async (client) => {
      await client.query('begin; lock table contact_message in access exclusive mode')

      const slow = browser.call('POST /global/account/contactUs', { body })
      await until(async () => {
        const { rows } = await client.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows[0]
      }, 'the slow request')
      product.child.kill('SIGTERM')
      await product.says('Stopping')

      const refused = () =>
        browser.fetch('/health/live').then(
          () => undefined,
          () => true as const,
        )
      await until(refused, 'the end of new requests')
      await client.query('rollback')

      expect((await slow).status).toBe(200)
    })

    expect(await product.exitCode).toBe(0)
    expect(product.stdout).toContain('Stopped.')
    expect(product.stderr).toBe('')
  })

  it('shares its state with a second server on the same database', async () => {
    const [first, second] = await Promise.all([startServer(), startServer()])
    const { data } = await first.browser.call('GET /global/tools/captchaImage', {})

    const other = new Browser(second.browser.url)
    for (const [name, value] of first.browser.cookies) other.cookies.set(name, value)
    expect((await other.fetch(`/gateway/global/tools/captchaAudio?captchaId=${data.captchaId}`)).status).toBe(200)
  })

  it('leaves jobs to a worker if it runs without them', async () => {
    const own = await copyDatabase()
    database = own

    const { browser } = await startServer({ JOBS: 'off', MAILBOX: 'on' })
    expect((await contact(browser)).status).toBe(200)

    const mails = () => withClient(own, async (client) => (await client.query('select kind from mailbox_message')).rows)
    expect(await mails()).toEqual([])

    const worker = await start('worker', {})
    await worker.says('Worker is ready.')
    await until(async () => ((await mails()).length > 0 ? true : undefined), 'the mail')

    expect(await worker.stop()).toBe(0)
  })
})
