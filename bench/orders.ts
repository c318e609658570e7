import { loadavg } from 'node:os'
import { measurePlacing } from './orders/placing.ts'
import { openPlace } from './orders/shop.ts'
import { measureStored } from './orders/stored.ts'

/**
 * Orders placed per second (whole checkout with payment by balance) as a share of what the same PostgreSQL does for a transaction of as
 * many inserts; and how long history, detail and checkout take with a million stored orders beside a thousand.
 * `node bench/orders.ts placing` or `stored` does one of the two.
 */
const what = process.argv[2]
console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)
const place = await openPlace()

try {
  if (what !== 'stored') await measurePlacing(await place.open('shop'))
  if (what !== 'placing') await measureStored(place)
} finally {
  await place.close()
}
