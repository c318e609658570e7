import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { asAppError } from '#http/error-answer.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { startTcpProxy, type TcpProxy } from '#test/servers/tcp-proxy.ts'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

let direct: string
let proxied: URL
let proxy: TcpProxy
let app: TestApp

beforeAll(async () => {
  direct = await copyDatabase()
  proxied = new URL(direct)
  proxy = await startTcpProxy(Number(proxied.port))
  proxied.port = String(proxy.port)
  app = await startApp({ DATABASE_URL: proxied.href })
})

afterAll(async () => {
  await proxy.restore()
  await app.close()
  await proxy.close()
})

describe('the server without its database (FLT-1)', () => {
  it('answers BUSY without details, and works again afterwards', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    browser.language = 'en'
    expect((await browser.call('GET /global/account/me', {})).status).toBe(200)

    await proxy.cut()
    const { status, headers, error } = await browser.call('GET /global/account/me', {})
    expect(status).toBe(503)
    expect(error).toEqual({
      code: 'BUSY',
      message: 'System is busy, please try again later',
      requestId: expect.any(String),
    })
    expect(headers.get('retry-after')).toBe('5')
    expect((await browser.fetch('/health/ready')).status).toBe(503)
    expect((await browser.fetch('/health/live')).status).toBe(200)

    await proxy.restore()
    await until(async () => ((await browser.fetch('/health/ready')).status === 200 ? true : undefined), 'readiness')
    expect((await browser.call('GET /global/account/me', {})).status).toBe(200)
  })

  it('still serves what needs no database', async () => {
    await proxy.cut()
    expect((await app.browser().call('GET /global/tools/countryList', { query: { type: 'phoneCode' } })).status).toBe(
      200,
    )
    await proxy.restore()
  })

  it('runs the waiting jobs once the database is back', async () => {
    await proxy.cut()
    await proxy.restore()
    await withClient(direct, async (client) => {
      await client.query(
        `insert into contact_message (name, email, topic, message, language, created_at) values ('Z', 'z@example.com', 'quote', 'a', 'fr', now())`,
      )
    })

    const { id } = await app.deps.db.selectFrom('contact_message').select('id').executeTakeFirstOrThrow()
    await app.deps.jobs.enqueue(app.deps.db, 'site-contact', { id })

    expect(await app.mail(app.deps.config.brand.email, 'contact')).toMatchObject({ kind: 'contact' })
  })
})

describe('the answer to a database error', () => {
  const failureOf = async (work: Promise<unknown>) =>
    asAppError(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    ).code

  it('is BUSY if the database does not answer', async () => {
    const db = openDatabase(proxied.href, { answerTimeoutMs: 200, maxConnections: 1 })
    await sql`select 1`.execute(db)
    proxy.stall()
    expect(await failureOf(sql`select 1`.execute(db))).toBe('BUSY')
    await proxy.restore()
    await until(async () => sql`select 1`.execute(db).catch(() => undefined), 'an answer')
    await db.destroy()
  })

  it.skipIf(process.platform === 'win32')('is BUSY while the embedded database has no socket', async () => {
    const url = new URL(direct)
    url.searchParams.set('host', '/nowhere')
    const db = openDatabase(url.href)
    expect(await failureOf(sql`select 1`.execute(db))).toBe('BUSY')
    await db.destroy()

    const missingFile = readFile('/nowhere/at/all')
    expect(await failureOf(missingFile)).toBe('UNEXPECTED')
  })

  it('is BUSY if the connection is lost in a transaction and its rollback fails', async () => {
    const db = openDatabase(proxied.href, { maxConnections: 1 })
    const work = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await proxy.cut()
      await until(async () => sql`select 1`.execute(trx).then(() => undefined), 'the loss')
    })

    expect(await failureOf(work)).toBe('BUSY')

    await proxy.restore()
    await db.destroy()
  })

  it.each([
    ['too slow', 'set local statement_timeout = 20; select pg_sleep(5)'],
    ['read-only', 'set local transaction_read_only = on; create table t (id int)'],
    [
      'a lock that is not given',
      "set local lock_timeout = 20; do $$ begin raise exception using errcode = '55P03'; end $$",
    ],
    ['a deadlock', "do $$ begin raise exception using errcode = '40P01'; end $$"],
    ['a full disk', "do $$ begin raise exception using errcode = '53100'; end $$"],
    ['a server that shuts down', "do $$ begin raise exception using errcode = '57P01'; end $$"],
  ])('is BUSY for %s', async (_name, statements) => {
    expect(await failureOf(withClient(direct, (client) => client.query(`begin; ${statements}`)))).toBe('BUSY')
  })

  it.each(['select 1 / 0', 'select nothing from nowhere'])('is UNEXPECTED for "%s"', async (statement) => {
    expect(await failureOf(withClient(direct, (client) => client.query(statement)))).toBe('UNEXPECTED')
  })
})
