import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'
import { UploadLocker } from './upload-locker.ts'

const never = new AbortController().signal
let connectionString: string
let one: UploadLocker
let other: UploadLocker

beforeAll(async () => {
  connectionString = await copyDatabase()
  one = new UploadLocker(connectionString)
  other = new UploadLocker(connectionString)
})

afterAll(() => Promise.all([one.close(), other.close()]))

async function hold(locker: UploadLocker, id: string, requestRelease = () => undefined as undefined | Promise<void>) {
  const lock = locker.newLock(id)
  await lock.lock(never, requestRelease)
  return lock
}

it.each([
  ['the same process', () => one],
  ['another process', () => other],
])('makes a request of %s wait and asks the holder to release', async (_, second) => {
  const id = 'upload-1'
  const order: string[] = []
  const held = one.newLock(id)
  await held.lock(never, async () => {
    if (order.length > 0) return
    order.push('asked')
    await held.unlock()
  })

  const next = await hold(second(), id)
  order.push('next')

  expect(order).toEqual(['asked', 'next'])

  await next.unlock()
})

it('does not make different uploads wait for each other', async () => {
  const locks = await Promise.all([hold(one, 'a'), hold(one, 'b'), hold(other, 'c')])
  await Promise.all(locks.map((lock) => lock.unlock()))
})

it('frees the locks of a dead process and stops a holder that lost its connection', async () => {
  const client = new pg.Client({ connectionString })
  await client.connect()

  let asked = 0
  await hold(one, 'of the dead', () => {
    asked++
    return undefined
  })
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
  await until(async () => (asked > 0 ? true : undefined), 'the request to end')

  const next = await hold(other, 'of the dead')
  await next.unlock()

  // It goes on with a new connection.
  await (await hold(one, 'another')).unlock()
})

it('gives up if the holder does not release or the caller is gone', async () => {
  const impatient = new UploadLocker(connectionString, 100)
  const held = await hold(one, 'kept')

  await expect(hold(impatient, 'kept')).rejects.toMatchObject({ status_code: 500 })

  const gone = new AbortController()
  gone.abort()

  await expect(other.newLock('kept').lock(gone.signal, () => undefined)).rejects.toMatchObject({ status_code: 500 })

  await held.unlock()
  await (await hold(impatient, 'kept')).unlock()
  await impatient.close()
})
