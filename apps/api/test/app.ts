import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalysisPool } from '@cotation/geometry-host'
import { sql } from 'kysely'
import type { StoredMailboxMessage } from '#adapters/mail.mailbox.ts'
import { readConfig } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import type { Db } from '#db/database.ts'
import { createMailboxStore } from '#features/mailbox/mailbox.repository.ts'
import type { LoopDelay } from '#http/loop-delay.ts'
import { createApp } from '#src/app.ts'
import { wire } from '#src/wiring.ts'
import { Browser } from './browser.ts'
import { silentLog } from './silent-log.ts'
import { copyStartedDatabase } from './test-databases.ts'
import { until } from './until.ts'

export interface TestApp {
  deps: Deps
  url: string
  /** The product's clock; it only moves when a test advances it. */
  clock: { now: Date; advance(seconds: number): void }
  /** A browser without cookies or token, in French; with `severalVisitors` it has its own IP. */
  browser(): Browser
  /** Waits until an address has at least `count` mails of a kind; returns the newest. */
  mail(to: string, kind: string, count?: number): Promise<StoredMailboxMessage>
  /** All mails sent so far, after all background jobs have finished. */
  mails(): Promise<StoredMailboxMessage[]>
  close(): Promise<void>
}

/** Every new browser calls from another IP address, so that rate limits count them separately. */
export const severalVisitors = { TRUST_PROXY: '127.0.0.1' }

export const startTime = '2026-03-02T09:00:00Z'

/**
 * Shared by the apps of a worker, because starting a process takes longer than most analyses. The
 * processes end with the worker. An app with ANALYSIS_PROCESSES has a pool of its own.
 */
const sharedAnalysis = createAnalysisPool({ processes: 2 })

const testSettings = {
  LOG_LEVEL: 'silent',
  DEMO: 'off',
  // By default only private installations have the simulator; tests with a public URL pay by card
  // too.
  PAYMENT_SIMULATOR: 'on',
  // Tests of races send hundreds of requests at once, from one address, on a busy machine.
  REQUESTS_AT_ONCE: '10000',
  LOOP_DELAY_MS: '60000',
  // The same steps as in production, in no time.
  PROOF_OF_WORK_BITS: '1',
}

let ipCount = 0

function newIp(): string {
  ipCount++
  return `10.${(ipCount >> 16) & 255}.${(ipCount >> 8) & 255}.${ipCount & 255}`
}

/** Whether no job is left. Jobs that were given up wait for a person. */
async function workIsDone(db: Db): Promise<true | undefined> {
  const { rows } = await sql`
    select 1 from pgboss.job
    where state in ('created', 'retry', 'active') and name <> 'dead-letter' and name not like '\\_\\_pgboss%'
    limit 1
  `.execute(db)
  return rows.length === 0 ? true : undefined
}

/**
 * The whole product on a real port; `env` adds settings as an operator would. Has its own database,
 * unless `DATABASE_URL` names another app's: then they are two servers of one installation.
 * `change` replaces dependencies before the server starts, `delay` the measured one of its event loop.
 */
export async function startApp(
  env: Record<string, string> = {},
  change: (deps: Deps) => void = () => undefined,
  delay?: LoopDelay,
): Promise<TestApp> {
  const clock = {
    now: new Date(startTime),
    advance(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
  }

  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-app-'))
  const wireApp = (settings: Record<string, string>) =>
    wire(readConfig({ ...testSettings, ...settings, DATA_DIR: dataDir }), { log: silentLog, clock: () => clock.now })
  const startOnce = async (url: string) => (await wireApp({ DATABASE_URL: url })).close()

  const wired = await wireApp({ ...env, DATABASE_URL: env.DATABASE_URL ?? (await copyStartedDatabase(startOnce)) })
  if (!env.ANALYSIS_PROCESSES) wired.deps.analysis = sharedAnalysis
  change(wired.deps)

  const app = await createApp(wired.deps, undefined, delay)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await wired.deps.jobs.work()

  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const mailbox = createMailboxStore(wired.deps.db, () => clock.now)
  const mailsTo = async (to: string, kind: string) =>
    (await mailbox.list(1000)).filter((mail) => mail.to === to && mail.kind === kind)

  return {
    deps: wired.deps,
    url,
    clock,
    browser: () => new Browser(url, env.TRUST_PROXY ? newIp() : null),
    async mails() {
      await until(() => workIsDone(wired.deps.db), 'the end of the work')
      return mailbox.list(1000)
    },
    mail: (to, kind, count = 1) =>
      until(async () => {
        const found = await mailsTo(to, kind)
        return found.length >= count ? found[0] : undefined
      }, `mail "${kind}"`),
    async close() {
      await app.close()
      await wired.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The one-time key in a mail's link. */
export function keyIn(mail: { text: string }): string {
  const key = /#key=([\w-]+)/.exec(mail.text)?.[1]
  if (!key) throw new Error('no key in the mail')
  return key
}
