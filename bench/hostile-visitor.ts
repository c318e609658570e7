import { setTimeout as pause } from 'node:timers/promises'
import { binaryStl, box, merge, moved, sphere, torus } from '../packages/geometry/solids.ts'
import { quantile, verdict } from './orders/measures.ts'
import { type Buyer, createBuyers, startProduct } from './revision/product.ts'
import { workingTree } from './revision/tree.ts'
import { aVisitor } from './visitor.ts'

/**
 * How long a customer waits for a small file while 50 visitors of one address do the worst that is
 * allowed: each sends files that take long and announces as many as fit. The wait may be at most
 * twice as long as in a quiet shop (GEO-4).
 */
const visitors = 50
const rounds = 5
const maxRatio = 2

/** 190 different bodies, close to the most that is allowed. */
const manyBodies = (seed: number) =>
  merge(...Array.from({ length: 190 }, (_, i) => moved(sphere(2 + (i + seed / 100) / 40, 16), [12 * i, 0, 0])))

const slowFiles = (seed: number) => [
  { name: `bodies-${seed}.stl`, bytes: binaryStl(manyBodies(seed), `bodies ${seed}`) },
  { name: `fine-${seed}.stl`, bytes: binaryStl(torus(60, 20, 240), `fine ${seed}`) },
]

const product = await startProduct(workingTree)
const [buyer] = (await createBuyers(product, 1)) as [Buyer]
const token = buyer.browser.token ?? ''

/** Milliseconds from the announcement of a new small file until it is analysed. */
async function waitForSmallFile(seed: number): Promise<number> {
  const customer = await aVisitor(product.url, token)
  const startedAt = performance.now()
  await customer.send([{ name: 'small.stl', bytes: binaryStl(box([10, 10, 10 + seed / 7])) }])

  while ((await customer.progress()).analysed === 0) await pause(20)
  return performance.now() - startedAt
}

async function medianWait(firstSeed: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await waitForSmallFile(firstSeed + round))
  return quantile(times, 0.5)
}

try {
  // Starts the processes that analyse files.
  await waitForSmallFile(0)
  const quietMs = await medianWait(1)

  const hostile = []
  for (let i = 0; i < visitors; i++) {
    // Twenty tokens a minute are allowed; the bench does not wait for them.
    if (i % 15 === 0) await product.forgetLimits()
    hostile.push(await aVisitor(product.url))
  }
  await product.forgetLimits()
  await Promise.all(hostile.map((visitor, i) => visitor.send(slowFiles(i))))

  const busyMs = await medianWait(100)
  const done = await Promise.all(hostile.map((visitor) => visitor.progress()))
  const analysed = done.reduce((sum, { analysed }) => sum + analysed, 0)

  console.log(`quiet: ${quietMs.toFixed(0)} ms`)
  console.log(`with ${visitors} hostile visitors: ${busyMs.toFixed(0)} ms (${analysed} of their files were analysed)`)
  const ratio = busyMs / quietMs
  console.log(`${ratio.toFixed(2)} times as long (at most ${maxRatio}: ${verdict(ratio <= maxRatio)})`)
} finally {
  await product.close()
}
