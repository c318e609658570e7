import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../apps/api/src/app.ts'
import { readConfig } from '../apps/api/src/core/config.ts'
import { insertCustomer } from '../apps/api/src/features/auth/customer.repository.ts'
import { wire } from '../apps/api/src/wiring.ts'
import { quantile } from './orders/measures.ts'

/** AUT-2: does the response time reveal whether an address is registered? */
const tries = 500
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const dataDir = await mkdtemp(join(tmpdir(), 'cotation-timing-'))
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: 'off', TRUST_PROXY: '127.0.0.1', PORT: '0' })
const wired = await wire(config, { log: silent })
const app = await createApp(wired.deps)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

const passwordHash = await wired.deps.passwords.hash('Pied-a-coulisse')

const facts = {
  accountType: 'personal',
  signupProofHash: null,
  activatedAt: new Date(),
  language: 'fr',
  channel: null,
} as const

for (let index = 0; index < tries; index++) {
  await insertCustomer(wired.deps.db, new Date(), {
    ...facts,
    email: `known-${index}@example.com`,
    username: 'Mesure',
    passwordHash,
  })
}

async function responseMs(email: string, index: number): Promise<number> {
  const began = performance.now()
  await fetch(`${url}/gateway/global/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
    body: JSON.stringify({ email, password: 'not-this-one' }),
  }).then((response) => response.text())
  return performance.now() - began
}

const known: number[] = []
const unknown: number[] = []

for (let index = 0; index < tries; index++) {
  known.push(await responseMs(`known-${index}@example.com`, index))
  unknown.push(await responseMs(`other-${index}@example.com`, index))
}

await app.close()
await wired.close()
await rm(dataDir, { recursive: true, force: true })

/** Two-sided Mann–Whitney p value by normal approximation, good for hundreds of samples. */
function mannWhitneyP(a: number[], b: number[]): number {
  const samples = [...a.map((ms) => ({ ms, isOfA: true })), ...b.map((ms) => ({ ms, isOfA: false }))]
  const ranked = samples.toSorted((x, y) => x.ms - y.ms)
  const rankSum = ranked.reduce((sum, { isOfA }, index) => (isOfA ? sum + index + 1 : sum), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  const z = Math.abs(u - (a.length * b.length) / 2) / deviation
  const t = 1 / (1 + 0.2316419 * z)
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * t

  return 2 * tail * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
}

const median = (values: number[]) => quantile(values, 0.5)

console.log(
  `median response: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, ratio ${(median(known) / median(unknown)).toFixed(3)}`,
)

console.log(
  `gap ${Math.abs(median(known) - median(unknown)).toFixed(2)} ms (goal under 5), Mann–Whitney p ${mannWhitneyP(known, unknown).toFixed(3)} (goal above 0.01)`,
)
