import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMailboxSender } from '#adapters/mail.mailbox.ts'
import { createRecordedSender } from '#adapters/mail.recorded.ts'
import type { Deps } from '#core/deps.ts'
import type { JobDefinition, Jobs } from '#core/jobs.ts'
import { createRateLimiter } from '#core/rate-limit.ts'
import type { Db } from '#db/database.ts'
import { createMailRecords } from '#features/mail/mail.repository.ts'
import { createMailboxStore } from '#features/mailbox/mailbox.repository.ts'
import { createHttpServer } from '#http/server.ts'
import { allJobs, cardSimulator } from './app.ts'
import type { Past } from './demo-shop/shop.ts'
import { cardGateway, mailFrom } from './wiring.ts'

interface EnqueuedJob {
  name: string
  payload: object
}

/** Services, jobs and card pages at an earlier time, all on the connection of `db`. */
export async function openPast(present: Deps, db: Db, stopped: AbortSignal): Promise<Past> {
  let now = new Date(0)
  const clock = () => now
  const enqueued: EnqueuedJob[] = []
  const received = new Map<string, Uint8Array>()

  const jobs: Jobs = {
    ...present.jobs,
    // Not in the queue: workers would run them with the clock and the state of today.
    enqueue: async (_db, name, payload) => void enqueued.push({ name, payload }),
  }
  const deps: Deps = {
    ...present,
    config: { ...present.config, host: '127.0.0.1', load: { maxRequests: 1000, maxDelayMs: 60_000 } },
    clock,
    db,
    jobs,
    limiter: createRateLimiter(db, clock),
    // Never a mail server: nobody asked for mails about what happened before the start.
    mail: createRecordedSender(
      createMailboxSender(createMailboxStore(db, clock), mailFrom(present.config)),
      createMailRecords(db, clock),
      present.log,
    ),
    ownAddress: { port: 0 },
    uploads: {
      ...present.uploads,
      arrived: async (uploadId) => received.get(uploadId)?.length ?? null,
      read: async (uploadId) => {
        const bytes = received.get(uploadId)
        return bytes ? Readable.from([Buffer.from(bytes)]) : null
      },
      remove: async (uploadId) => void received.delete(uploadId),
    },
    // A service of the European Union must not be asked about companies that do not exist.
    vat: null,
  }

  const provider = await openCardProvider(deps)
  deps.cards = provider && (await cardGateway(deps))
  const definitions = new Map<string, JobDefinition<never>>(allJobs(deps).map((job) => [job.name, job]))

  return {
    deps,
    moveTo(at) {
      if (at < now) throw new Error('the past runs forwards')
      now = at
    },
    async runJobs() {
      for (let job = enqueued.shift(); job; job = enqueued.shift()) {
        stopped.throwIfAborted()
        await definitions.get(job.name)?.run(job.payload as never)
      }
    },
    receive: (uploadId, bytes) => void received.set(uploadId, bytes),
    payOnPage: async (url) => provider?.payOnPage(url),
    close: async () => provider?.close(),
  }
}

/**
 * The simulated card provider on a port of its own, so that its objects are in the same transaction. It
 * does no work in the background, which would use the connection at the same time. Null if cards are not
 * simulated.
 */
async function openCardProvider(deps: Deps) {
  if (deps.config.card?.kind !== 'simulator') return null

  const app = await createHttpServer(deps.config, deps.texts)
  await app.register(await cardSimulator(deps))
  await app.ready()

  const server = createServer(app.routing)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  deps.ownAddress.port = (server.address() as AddressInfo).port

  return {
    async payOnPage(url: string) {
      // The page's own address is the public one, where another connection writes.
      const page = new URL(new URL(url).pathname, `http://127.0.0.1:${deps.ownAddress.port}`)
      const body = new URLSearchParams({ card: 'accepted' })
      const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 303) throw new Error(`the card page answered ${answer.status}`)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
