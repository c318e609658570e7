import type { Db, Trx } from './database.ts'

/** What changes together is read together: an order and its payments, read one after the other, could tell of two moments. */
export function atOneMoment<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
