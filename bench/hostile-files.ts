import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, ProductProcess } from '../apps/api/test/product-process.ts'
import { binaryStl, merge, moved, sphere, torus } from '../packages/geometry/solids.ts'
import { mutantOf } from '../packages/geometry-host/fuzz/campaign.ts'
import { wholeCorpus } from '../packages/geometry-host/fuzz/corpus.ts'
import { nestedText, pointsText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { quantile } from './orders/measures.ts'
import { aVisitor } from './visitor.ts'

/**
 * GEO-4: how a hundred hostile files from ten visitors affect everyone else. Prints p50 and p99 of
 * two routes that every page calls, idle and while the files are uploaded, stored and analysed. The
 * product runs in its own process on the embedded database, the visitors in another.
 */
const visitors = 10
const filesEach = 10
const timeoutMs = 4 * 60_000
const aloneMs = 30_000
const pauseMs = 5
const maxRatio = 2
const routes = ['/gateway/global/catalogue/current', '/gateway/global/common/index'] as const

const text = (content: string) => new TextEncoder().encode(content)

/** 25 different bodies, so that each is analysed separately. */
const manyBodies = (seed: number) =>
  merge(...Array.from({ length: 25 }, (_, i) => moved(sphere(2 + (i + seed) / 40, 20), [10 * i, 0, 0])))

/** Expensive files: fine mesh, many bodies, nested assemblies, many points; varied by the seed. */
const expensive: readonly ((seed: number) => Uint8Array)[] = [
  (seed) => binaryStl(torus(60, 20, 240), `fine ${seed}`),
  (seed) => binaryStl(manyBodies(seed), `many ${seed}`),
  (seed) => text(nestedText(3).replace('ISO-10303-21;', `ISO-10303-21;/*${seed}*/`)),
  (seed) => text(pointsText(20_000 + seed)),
]

/** Three of five files are mutants of the fuzzer, two are valid but expensive. */
function hostileFiles(count: number): { name: string; bytes: Uint8Array }[] {
  const corpus = wholeCorpus()
  return Array.from({ length: count }, (_, i) => {
    const kind = i % 2 ? 'stl' : 'step'
    const make = i % 5 < 3 ? undefined : expensive[Math.floor(i / 5) % expensive.length]
    const bytes = make ? make(i) : mutantOf(corpus, kind, 20_261, i)
    return { name: `hostile-${i}.${kind}`, bytes: bytes.length > 0 ? bytes : text(`empty ${i}`) }
  })
}

if (process.argv[2] === 'visitors') await runVisitors(process.argv[3] ?? '')
else await measure()

/** Uploads everything at once, then polls until all files are analysed or the time is up. */
async function runVisitors(url: string): Promise<void> {
  const files = hostileFiles(visitors * filesEach)
  const began = performance.now()
  const all = await Promise.all(Array.from({ length: visitors }, () => aVisitor(url)))
  await Promise.all(all.map((visitor, i) => visitor.send(files.slice(i * filesEach, (i + 1) * filesEach))))
  process.send?.(`sent in ${seconds(began)} s`)

  for (;;) {
    const progress = await Promise.all(all.map((visitor) => visitor.progress()))
    const sum = (key: 'analysed' | 'refused') => progress.reduce((total, one) => total + one[key], 0)
    if (sum('analysed') >= files.length || performance.now() - began >= timeoutMs) {
      process.send?.(
        `${sum('analysed')} of ${files.length} analysed after ${seconds(began)} s, ${sum('refused')} of them refused`,
      )
      return process.disconnect()
    }

    await pause(2000)
  }
}

async function measure(): Promise<void> {
  const port = await freePort()
  const product = await ProductProcess.start('main', { PORT: String(port), DEMO: 'off', LOG_LEVEL: 'warn' })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilReady(url)
    await timesUntil(url, pause(3000))

    const alone = await timesUntil(url, pause(aloneMs))
    const child = fork(import.meta.filename, ['visitors', url])
    child.on('message', (message) => console.log(String(message)))

    const underLoad = await timesUntil(url, once(child, 'exit'))
    if (child.exitCode !== 0) throw new Error('the visitors failed')

    for (const route of routes) report(route, alone.get(route) ?? [], underLoad.get(route) ?? [])
  } finally {
    await product.stop()
  }
}

/** Generous, because the first start creates a database. */
async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await pause(1000)
  }
  throw new Error('the product did not start')
}

/** Response times of each route, called alternately until `end` settles. */
async function timesUntil(url: string, end: Promise<unknown>): Promise<Map<string, number[]>> {
  let isOver = false
  const over = end.then(() => {
    isOver = true
  })
  const times = new Map<string, number[]>(routes.map((route) => [route, []]))
  while (!isOver) {
    for (const route of routes) {
      const began = performance.now()
      const response = await fetch(url + route)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${route} answered ${response.status}`)
      times.get(route)?.push(performance.now() - began)
      await pause(pauseMs)
    }
  }

  await over
  return times
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}

function report(route: string, alone: number[], underLoad: number[]): void {
  const shown = (times: number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms (${times.length} calls)`
  console.log(`${route}\n  alone:           ${shown(alone)}\n  hostile files:   ${shown(underLoad)}`)
  console.log(
    `  p99 ${(quantile(underLoad, 0.99) / quantile(alone, 0.99)).toFixed(2)} times as long (goal under ${maxRatio})`,
  )
}
