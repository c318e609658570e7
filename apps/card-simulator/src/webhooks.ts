import { createHmac } from 'node:crypto'
import {
  claimDelivery,
  type Due,
  deleteObject,
  insertObject,
  type SimulatorTrx,
  updateObject,
} from './objects.repository.ts'
import type { SimulatorOptions } from './options.ts'
import { type EventType, newObjectId, toSeconds } from './provider-objects.ts'
import { readSwitches } from './switches.ts'

const answerTimeoutMs = 10_000

/** After this time another sender takes over a webhook whose sender died. */
const leaseMs = 15_000
const maxRetryDelayMs = 30_000
const giveUpAfterMs = 3 * 24 * 3600 * 1000

/** A queued webhook; every attempt sends the same bytes. */
interface Delivery extends Due {
  payload: string
  tries: number
  order: number
  firstTriedAt: number | null
}

/** Queues a webhook in the transaction that causes it: it is sent exactly if that commits. */
export async function emit(trx: SimulatorTrx, now: Date, type: EventType, object: object): Promise<void> {
  const { duplicates, delaySeconds, loss } = await readSwitches(trx)
  if (loss) return

  const event = {
    id: newObjectId('evt'),
    object: 'event',
    created: toSeconds(now),
    livemode: false,
    pending_webhooks: 1,
    type,
    data: { object },
  }
  for (let copy = 0; copy <= duplicates; copy++) {
    const data: Delivery = {
      due: Date.now() + delaySeconds * 1000,
      payload: JSON.stringify(event),
      tries: 0,
      order: performance.timeOrigin + performance.now(),
      firstTriedAt: null,
    }
    await insertObject(trx, { id: `${event.id} ${copy}`, kind: 'delivery', parentId: null, data }, now)
  }
}

/** Sends due webhooks one after the other and schedules a retry for each that was not accepted. */
export async function sendDueWebhooks(options: SimulatorOptions, stopping: AbortSignal): Promise<void> {
  const { db } = options
  while (!stopping.aborted) {
    const { disorder } = await readSwitches(db)
    const now = Date.now()
    const next = await claimDelivery<Delivery>(db, now, now + leaseMs, disorder ? 'newest' : 'oldest')
    if (!next) return

    const { id, data } = next
    const firstTriedAt = data.firstTriedAt ?? now
    const isAccepted = await send(options, data.payload, stopping)
    if (isAccepted || now - firstTriedAt > giveUpAfterMs) {
      await deleteObject(db, id)
      continue
    }

    const due = Date.now() + Math.min(maxRetryDelayMs, 500 * 2 ** Math.min(data.tries, 10))
    await updateObject(db, id, { ...data, due, firstTriedAt, tries: data.tries + 1 })
  }
}

async function send(options: SimulatorOptions, payload: string, stopping: AbortSignal): Promise<boolean> {
  const { webhookUrl, secrets, clock } = options
  try {
    const answer = await fetch(webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, secrets.webhookSecret, clock()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerTimeoutMs)]),
    })
    await answer.arrayBuffer()

    return answer.ok
  } catch {
    return false
  }
}

/** Signs time and bytes, as the provider does. */
function signature(payload: string, secret: string, at: Date): string {
  const seconds = toSeconds(at)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}
