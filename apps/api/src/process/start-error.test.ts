import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { wire } from '#src/wiring.ts'
import { silentLog } from '#test/silent-log.ts'
import { emptyDatabase, withClient } from '#test/test-databases.ts'
import { startErrorLine } from './start-error.ts'

/** What an operator reads when the parts cannot be put together. */
async function lineFor(env: Record<string, string>): Promise<string | null> {
  const config = readConfig(env)
  try {
    await (await wire(config, { log: silentLog })).close()
  } catch (error) {
    return startErrorLine(error, config)
  }
  throw new Error('it started')
}

const changed = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href

describe('a database that cannot be used', () => {
  it('is not there', async () => {
    expect(await lineFor({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toMatch(
      /^No database answers at DATABASE_URL/,
    )
  })

  it('is at an address that nobody knows', async () => {
    expect(await lineFor({ DATABASE_URL: 'postgres://a:b@nowhere.invalid/c' })).toMatch(
      /^No database answers at DATABASE_URL/,
    )
  })

  it('refuses the password', async () => {
    const url = changed(inject('databaseServerUrl'), { password: 'wrong' })
    expect(await lineFor({ DATABASE_URL: url })).toMatch(/^The database refuses the name or password/)
  })

  it('does not have that name', async () => {
    const url = changed(inject('databaseServerUrl'), { pathname: '/nowhere' })
    expect(await lineFor({ DATABASE_URL: url })).toMatch(/^The database named in DATABASE_URL does not exist/)
  })

  it('does not let us make tables', () => {
    const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
    expect(startErrorLine(refused, readConfig({ DATABASE_URL: 'postgres://localhost/a' }))).toMatch(
      /^The database user in DATABASE_URL may not create/,
    )
  })

  it('was made by a newer version', async () => {
    const url = await emptyDatabase()
    await withClient(url, async (client) => {
      await client.query(
        "create table migration (name text primary key, sha256 text not null, applied_at timestamptz); insert into migration values ('9999-future.sql', 'x')",
      )
    })
    expect(await lineFor({ DATABASE_URL: url })).toMatch(/^The database was made by a newer version/)
  })
})

describe('an address that cannot be listened on', () => {
  const failureOf = async (host: string, port: number) => {
    const error: unknown = await listenOn(host, port).catch((failure: unknown) => failure)
    return startErrorLine(error, readConfig({ HOST: host, PORT: String(port) }))
  }
  const listenOn = async (host: string, port: number) => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
  }

  it("is another machine's", async () => {
    expect(await failureOf('192.0.2.1', 0)).toMatch(/^The address 192\.0\.2\.1 is not one of this machine's/)
  })

  it('is a name that nobody knows', async () => {
    expect(await failureOf('nowhere.invalid', 0)).toMatch(/^The address nowhere\.invalid is not one of this machine's/)
  })
})

it('knows no line for a mistake of ours: the operator gets the whole story', () => {
  expect(startErrorLine(new TypeError('undefined is not a function'), null)).toBeNull()
  expect(
    startErrorLine(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'mkdir' }), readConfig({})),
  ).toBeNull()
})
