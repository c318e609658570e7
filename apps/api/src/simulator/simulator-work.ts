import { settle } from './objects/payments.ts'
import { settleRefund } from './objects/refunds.ts'
import { SimulatorRefusal } from './objects/refusal.ts'
import { expireSession } from './objects/sessions.ts'
import { type Due, deleteObject, listDue } from './simulator.repository.ts'
import type { SimulatorOptions, SimulatorWork } from './simulator-parts.ts'
import { sendDueWebhooks } from './webhooks.ts'

const pollMs = 1_000

/** What the provider does by itself: closes pages, settles pending payments, sends webhooks. Everything due is in the database. */
export function createSimulatorWork(options: SimulatorOptions): SimulatorWork {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false

  const round = async () => {
    do {
      again = false
      await settleDue(options)
      await sendDueWebhooks(options, ending.signal)
    } while (again && !ending.signal.aborted)
  }
  const kick = () => {
    if (timer === null || ending.signal.aborted) return

    again = true
    running ??= round()
      .catch((error: unknown) => {
        // The next look comes by itself.
        options.log.debug({ reason: error instanceof Error ? error.name : 'unknown' }, 'payment simulator: not now')
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
      ending.abort()
      if (timer) clearInterval(timer)
      await running
    },
  }
}

async function settleDue({ db, clock }: SimulatorOptions): Promise<void> {
  for (const { id, parentId } of await listDue<Due>(db, 'expiry', clock().getTime())) {
    await db.transaction().execute(async (trx) => {
      await deleteObject(trx, id)
      await expireSession(trx, clock(), parentId).catch(ignoreRefusal)
    })
  }
  for (const { parentId } of await listDue<Due>(db, 'settlement', Date.now())) {
    const settleIt = parentId.startsWith('re_') ? settleRefund : settle
    await db.transaction().execute((trx) => settleIt(trx, clock(), parentId))
  }
}

/** It was paid a moment before. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof SimulatorRefusal)) throw error
}
