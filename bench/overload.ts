import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ownBrandFile } from '@cotation/api/test/product-process.ts'
import { perSecond, quantile, verdict } from './orders/measures.ts'
import { type Buyer, createBuyers, startProduct } from './revision/product.ts'
import { fillBasket } from './revision/purchase.ts'
import { workingTree } from './revision/tree.ts'

/**
 * Four times as many requests as the server can answer, for 30 s, sent at a fixed rate however slow
 * the answers are (open loop). Half of them come from one customer's address, half from another's.
 * Accepted requests, refusals and health checks must stay fast, and memory bounded (FLT-8).
 *
 * The caller shares the machine's processors with the server. What keeps the caller's own event loop
 * late is part of all its times, so that delay is printed too.
 */
const seconds = Number(process.env.OVERLOAD_SECONDS ?? 30)
const overload = 4
const limits = { acceptedMs: 2000, refusedMs: 100, liveMs: 100, residentMb: 400 }

interface Answer {
  status: number
  ms: number
}

// A reverse proxy keeps so many connections open. Node accepts one new connection in each turn of its
// event loop, so without such a pool callers would wait for their connections.
const connections = 256
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const healthAgent = new Agent({ keepAlive: true })

function get(url: string, headers: Record<string, string>, pool = agent): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((answered) => {
    const end = (status: number) => answered({ status, ms: performance.now() - startedAt })
    const sent = request(url, { agent: pool, headers }, (response) => {
      response.resume().on('end', () => end(response.statusCode ?? 0))
    })
    sent.on('error', () => end(0)).end()
  })
}

const product = await startProduct(workingTree, { TRUST_PROXY: '127.0.0.1', BRAND_FILE: ownBrandFile })
const [buyer] = (await createBuyers(product, 1)) as [Buyer]
const { projectId } = await fillBasket(buyer)

const url = `${product.url}/gateway/global/project/${projectId}`
const from = (address: string) => ({ authorization: `Bearer ${buyer.browser.token}`, 'x-forwarded-for': address })
const networks = [from('192.0.2.1'), from('192.0.2.2')]
const send = (index: number) => get(url, networks[index % networks.length] ?? {})

let warmUps = 0
await Promise.all(Array.from({ length: connections }, (_, index) => send(index)))
const capacity = await perSecond(8, 5000, async () => (await send(warmUps++)).status === 200)
const rate = overload * capacity
console.log(`Capacity: ${Math.round(capacity)} requests a second; sending ${Math.round(rate)} for ${seconds} s`)

const answers: Promise<Answer>[] = []
const lives: Promise<Answer>[] = []
let maxResidentMb = 0
const startedAt = performance.now()
let nextLive = 0
const resolutionMs = 10
const ownDelay = monitorEventLoopDelay({ resolution: resolutionMs })
ownDelay.enable()

while (performance.now() - startedAt < seconds * 1000) {
  const elapsed = performance.now() - startedAt
  while (answers.length < (rate * elapsed) / 1000) answers.push(send(answers.length))

  if (elapsed >= nextLive) {
    lives.push(get(`${product.url}/health/live`, {}, healthAgent))
    maxResidentMb = Math.max(maxResidentMb, await product.residentMb())
    nextLive += 200
  }
  await pause(2)
}

const ended = await Promise.all(answers)
ownDelay.disable()
const accepted = ended.filter(({ status }) => status === 200).map(({ ms }) => ms)
const refused = ended.filter(({ status }) => status === 503).map(({ ms }) => ms)
const others = ended.filter(({ status }) => status !== 200 && status !== 503).map(({ status }) => status)
const live = (await Promise.all(lives)).map(({ ms }) => ms)

const row = (name: string, times: number[], limitMs: number) => {
  const p99 = quantile(times, 0.99)
  const figures = `${times.length} × p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
  console.log(`${name}: ${figures} (at most ${limitMs} ms: ${verdict(p99 <= limitMs)})`)
}
row('accepted', accepted, limits.acceptedMs)
row('refused', refused, limits.refusedMs)
row('/health/live', live, limits.liveMs)
const ownDelayMs = (percentile: number) => (ownDelay.percentile(percentile) / 1e6 - resolutionMs).toFixed(0)
console.log(`event loop of the caller: p50 ${ownDelayMs(50)} ms late, p99 ${ownDelayMs(99)} ms`)
const otherStatuses = [...new Set(others)].join(', ') || 'no'
console.log(`other answers: ${others.length}, ${otherStatuses} status (none: ${verdict(others.length === 0)})`)
console.log(
  `memory: ${maxResidentMb.toFixed(0)} MB (at most ${limits.residentMb}: ${verdict(maxResidentMb <= limits.residentMb)})`,
)

agent.destroy()
healthAgent.destroy()
await product.close()
