import { loadavg } from 'node:os'
import { measurePlacing } from './orders/placing.ts'
import { startDatabase } from './orders/shop.ts'
import { measureStored } from './orders/stored.ts'

/**
 * `placing`: orders placed per second (a whole checkout paid from the balance) as a share of plain
 * transactions with as many inserts on the same PostgreSQL. `stored`: latency of history, detail
 * and checkout with a million stored orders compared to a thousand. Without an argument, both.
 */
const part = process.argv[2]
console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)
const database = await startDatabase()

try {
  if (part !== 'stored') await measurePlacing(await database.openShop('shop'))
  if (part !== 'placing') await measureStored(database)
} finally {
  await database.close()
}
