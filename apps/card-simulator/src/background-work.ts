import { deleteObject, listDue } from './objects.repository.ts'
import type { BackgroundWork, SimulatorOptions } from './options.ts'
import { settlePayment } from './payments.ts'
import { ProviderError } from './provider-error.ts'
import { settleRefund } from './refunds.ts'
import { expireSession } from './sessions.ts'
import { sendDueWebhooks } from './webhooks.ts'

const pollMs = 1_000

/** Expires sessions, settles payments and refunds, sends webhooks. The queue is in the database. */
export function createBackgroundWork(options: SimulatorOptions): BackgroundWork {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let runAgain = false

  const run = async () => {
    do {
      runAgain = false
      await expireDueSessions(options)
      await settleDue(options, Date.now())
      await sendDueWebhooks(options, stopping.signal)
    } while (runAgain && !stopping.signal.aborted)
  }

  const kick = () => {
    if (timer === null || stopping.signal.aborted) return

    runAgain = true
    running ??= run()
      .catch((error: unknown) => {
        // The next poll retries.
        options.log.debug({ reason: error instanceof Error ? error.name : 'unknown' }, 'card simulator: run failed')
      })
      .finally(() => {
        running = null
      })
  }

  return {
    start() {
      timer = setInterval(kick, pollMs).unref()
      kick()
    },
    kick,
    async stop() {
      stopping.abort()
      if (timer) clearInterval(timer)
      await running
    },
  }
}

async function expireDueSessions({ db, clock }: SimulatorOptions): Promise<void> {
  for (const { id, parentId } of await listDue(db, 'expiry', clock().getTime())) {
    await db.transaction().execute(async (trx) => {
      await deleteObject(trx, id)
      await expireSession(trx, clock(), parentId).catch(ignorePaidSession)
    })
  }
}

/** A session that was paid a moment ago can no longer expire. */
function ignorePaidSession(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error
}

/** Gives every pending payment and refund that is due at `nowMs` its outcome. */
export async function settleDue({ db, clock }: SimulatorOptions, nowMs: number): Promise<void> {
  for (const { parentId } of await listDue(db, 'settlement', nowMs)) {
    const settle = parentId.startsWith('re_') ? settleRefund : settlePayment
    await db.transaction().execute((trx) => settle(trx, clock(), parentId))
  }
}
