import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, withClient } from '#test/test-databases.ts'
import { MigrationError, migrate } from './migrate.ts'

let url: string
let folder: string

beforeEach(async () => {
  url = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cotation-migrations-'))
  await writeFile(join(folder, '0001-part.sql'), 'create table part (id int); insert into part values (1);')
  await writeFile(join(folder, '0002-more.sql'), 'insert into part values (2);')
})

afterEach(() => rm(folder, { recursive: true }))

const query = async (sql: string) => (await withClient(url, (client) => client.query(sql))).rows

describe('migrations', () => {
  it('are applied once each if ten processes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, { folder })))
    expect(applied.flat().sort()).toEqual(['0001-part.sql', '0002-more.sql'])
    expect(await query('select id from part order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('update an older database, and then have nothing to do', async () => {
    await migrate(url, { folder })
    await writeFile(join(folder, '0003-new.sql'), 'insert into part values (3);')
    expect(await migrate(url, { folder })).toEqual(['0003-new.sql'])
    expect(await migrate(url, { folder })).toEqual([])
  })

  it('refuse a migration that was changed after it was applied', async () => {
    await migrate(url, { folder })
    await writeFile(join(folder, '0001-part.sql'), 'create table part (id bigint);')
    await expect(migrate(url, { folder })).rejects.toThrow(
      new MigrationError(
        'The migration 0001-part.sql was changed after it had been applied. Restore its text and add a new one.',
      ),
    )
  })

  it('refuse a database of a newer release and leave it unchanged', async () => {
    const future = join(folder, '0009-future.sql')
    await writeFile(future, 'create table future (id int);')
    await migrate(url, { folder })
    await rm(future)
    await writeFile(join(folder, '0003-new.sql'), 'insert into part values (3);')
    await expect(migrate(url, { folder })).rejects.toThrow(/newer version \(it has 0009-future\.sql\)/)
    expect(await query('select count(*)::int as count from part')).toEqual([{ count: 2 }])
  })

  it('roll back a failing migration, keep the earlier ones, and can be corrected', async () => {
    const broken = join(folder, '0003-broken.sql')
    await writeFile(broken, 'create table half (id int); insert into part values (3); select 1 / 0;')

    await expect(migrate(url, { folder })).rejects.toThrow(/division by zero/)
    expect(await query("select to_regclass('half') as half, (select count(*)::int from part) as count")).toEqual([
      { half: null, count: 2 },
    ])
    expect(await query('select name from migration order by name')).toEqual([
      { name: '0001-part.sql' },
      { name: '0002-more.sql' },
    ])

    await writeFile(broken, 'create table whole (id int);')
    expect(await migrate(url, { folder })).toEqual(['0003-broken.sql'])
  })

  it('roll back a migration that cannot be recorded', async () => {
    const double = "insert into migration (name, sha256) values ('0003-double.sql', '')"
    await writeFile(join(folder, '0003-double.sql'), `create table half (id int); ${double};`)
    await expect(migrate(url, { folder })).rejects.toThrow(/duplicate key/)
    expect(await query("select to_regclass('half') as half")).toEqual([{ half: null }])
  })

  it('have no time limits, whatever limits the role has for requests', async () => {
    const { pathname } = new URL(url)
    const limits = ['statement_timeout', 'idle_in_transaction_session_timeout']
    for (const limit of limits) await query(`alter database ${pathname.slice(1)} set ${limit} = '15s'`)
    await writeFile(
      join(folder, '0003-limits.sql'),
      `create table seen as select name, setting from pg_settings where name in ('${limits.join("', '")}')`,
    )

    await migrate(url, { folder })
    expect(await query('select setting from seen')).toEqual([{ setting: '0' }, { setting: '0' }])
  })

  it('create the tables of the product in an empty database', async () => {
    expect((await migrate(url)).length).toBeGreaterThan(0)
    expect(await query("select to_regclass('customer')::text as customer")).toEqual([{ customer: 'customer' }])
  })
})
