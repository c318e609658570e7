import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import pg from 'pg'
import { withPlainClient } from '../apps/api/test/orders/plain-postgres.ts'
import { at, perSecond } from './orders/measures.ts'
import { insertedBy, openPeer } from './orders/peer.ts'
import { preparedCheckouts } from './orders/placing.ts'
import { openPlace } from './orders/shop.ts'

function pgCpu(): number {
  let sum = 0
  for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const cmd = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (cmd.includes('cotation shop ') || pid === postmaster || f[1] === postmaster)
        sum += Number(f[11]) + Number(f[12])
    } catch {}
  }
  return sum * 10
}
let postmaster = ''
const place = await openPlace()
try {
  const shop = await place.open('shop')
  await withPlainClient(shop.connectionString, async (c) => {
    const { rows } = await c.query('select pg_backend_pid() pid')
    const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8')
    postmaster = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]!
  })
  const waiting = await preparedCheckouts(shop, 20, 120)
  const next = async () => {
    const c = waiting.pop()
    if (c) await c()
    return c !== undefined
  }
  for (let i = 0; i < 50; i++) await next()
  // statements
  const proto = pg.Client.prototype as any
  const original = proto.query
  const log: { text: string; ms: number }[] = []
  proto.query = function (...args: any[]) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text
    const began = performance.now()
    const r = original.apply(this, args)
    if (r?.then)
      r.then(
        () => log.push({ text, ms: performance.now() - began }),
        () => {},
      )
    return r
  }
  const agg = new Map<string, number[]>()
  const order: string[] = []
  const whole: number[] = []
  for (let i = 0; i < 200; i++) {
    log.length = 0
    const b = performance.now()
    await next()
    whole.push(performance.now() - b)
    for (const { text, ms } of log) {
      if (!agg.has(text)) {
        agg.set(text, [])
        order.push(text)
      }
      agg.get(text)!.push(ms)
    }
  }
  proto.query = original
  console.log(`one at a time: median ${at(whole, 0.5).toFixed(2)} ms`)
  let sum = 0
  for (const t of order) {
    const v = agg.get(t)!
    sum += (at(v, 0.5) * v.length) / 200
    console.log(
      `${(v.length / 200).toFixed(2)}x median ${at(v, 0.5).toFixed(2)} ms  ${process.argv[2] === 'long' ? t : t?.replace(/\s+/g, ' ').slice(0, 150)}`,
    )
  }
  console.log('sum of medians', sum.toFixed(2))
  const written = await insertedBy(shop.connectionString, next)
  console.log(written.map((w) => w.table).join(' '))
  const peer = await openPeer(shop.connectionString, written, 20)
  const plain = async () => {
    await peer.transaction()
    return true
  }
  await perSecond(20, 1000, plain)
  for (const [name, work] of [
    ['ours', next],
    ['peer', plain],
    ['ours', next],
    ['peer', plain],
  ] as const) {
    const c0 = process.cpuUsage()
    const p0 = pgCpu()
    let n = 0
    const waits = new Map<string, number>()
    let stop = false
    const sampler = withPlainClient(shop.connectionString, async (c) => {
      while (!stop) {
        const { rows } = await c.query(
          "select coalesce(wait_event_type || ':' || wait_event, 'running') w, count(*)::int n from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid() and state <> 'idle' group by 1",
        )
        for (const r of rows) waits.set(r.w, (waits.get(r.w) ?? 0) + r.n)
        await new Promise((r) => setTimeout(r, 50))
      }
    })
    const rate = await perSecond(20, 3000, async () => {
      n++
      return work()
    })
    stop = true
    await sampler
    const c = process.cpuUsage(c0)
    console.log(
      `${name}: ${rate.toFixed(0)}/s; node ${((c.user + c.system) / 1000 / n).toFixed(2)} ms each, pg ${((pgCpu() - p0) / n).toFixed(2)} ms each; load ${loadavg()[0]!.toFixed(1)}`,
      [...waits]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 8)
        .map(([k, v]) => `${k} ${v}`)
        .join(', '),
    )
  }
  await peer.close()
} finally {
  await place.close()
}
