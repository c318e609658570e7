import { sql } from 'kysely'
import { readConfig } from '#core/config.ts'
import type { Db } from '#db/database.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/product-database.ts'
import { silentLog } from './silent-log.ts'

/** A job that its queue gave up. Returns its id. */
export async function insertGivenUpJob(db: Db, queue: string, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, source_name, source_output, created_on)
    values ('dead-letter', '{}', ${queue}, '{"code":"ECONNREFUSED"}', ${at}) returning id`.execute(db)
  return String(rows[0]?.id)
}

/** The same in a running installation. */
export async function giveUpJob(dataDir: string): Promise<string> {
  const closers: Closers = []
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  try {
    const { db } = await openProductDatabase(config, silentLog, () => new Date(), closers)
    return await insertGivenUpJob(db, 'store-upload', new Date())
  } finally {
    await closeAll(closers)
  }
}
