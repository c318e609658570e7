import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { wire } from '#src/wiring.ts'
import { silentLog } from '#test/silent-log.ts'
import { emptyDatabase, withClient } from '#test/test-databases.ts'
import { startErrorLine } from './start-error.ts'

/** The line that the operator reads if the start fails. */
async function startLine(env: Record<string, string>): Promise<string | null> {
  const config = readConfig(env)
  try {
    await (await wire(config, { log: silentLog })).close()
  } catch (error) {
    return startErrorLine(error, config)
  }
  throw new Error('it started')
}

const changed = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href

describe('the start error for a database', () => {
  it('says that no database answers at a closed port', async () => {
    expect(await startLine({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toMatch(
      /^No database answers at DATABASE_URL/,
    )
  })

  it('says that no database answers at an unknown host', async () => {
    expect(await startLine({ DATABASE_URL: 'postgres://a:b@nowhere.invalid/c' })).toMatch(
      /^No database answers at DATABASE_URL/,
    )
  })

  it('says that the password is wrong', async () => {
    const url = changed(inject('databaseServerUrl'), { password: 'wrong' })
    expect(await startLine({ DATABASE_URL: url })).toMatch(/^The database refuses the name or password/)
  })

  it('says that the database does not exist', async () => {
    const url = changed(inject('databaseServerUrl'), { pathname: '/nowhere' })
    expect(await startLine({ DATABASE_URL: url })).toMatch(/^The database named in DATABASE_URL does not exist/)
  })

  it('says that the user may not create tables', () => {
    const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
    expect(startErrorLine(refused, readConfig({ DATABASE_URL: 'postgres://localhost/a' }))).toMatch(
      /^The database user in DATABASE_URL may not create/,
    )
  })

  it('says that a newer release created the database', async () => {
    const url = await emptyDatabase()
    await withClient(url, async (client) => {
      await client.query(
        "create table migration (name text primary key, sha256 text not null, applied_at timestamptz); insert into migration values ('9999-future.sql', 'x')",
      )
    })
    expect(await startLine({ DATABASE_URL: url })).toMatch(/^The database was made by a newer version/)
  })
})

describe('the start error for a listening address', () => {
  const failureOf = async (host: string, port: number) => {
    const error: unknown = await listenOn(host, port).catch((failure: unknown) => failure)
    return startErrorLine(error, readConfig({ HOST: host, PORT: String(port) }))
  }
  const listenOn = async (host: string, port: number) => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
  }

  it('names the address of another machine', async () => {
    expect(await failureOf('192.0.2.1', 0)).toMatch(/^The address 192\.0\.2\.1 is not one of this machine's/)
  })

  it('names an unknown host', async () => {
    expect(await failureOf('nowhere.invalid', 0)).toMatch(/^The address nowhere\.invalid is not one of this machine's/)
  })
})

it('returns null for a bug, so that the operator gets the stack', () => {
  expect(startErrorLine(new TypeError('undefined is not a function'), null)).toBeNull()
  expect(
    startErrorLine(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'mkdir' }), readConfig({})),
  ).toBeNull()
})
