import { createHmac } from 'node:crypto'
import type { Delivery } from './events.ts'
import { secondsOf } from './objects/shapes.ts'
import { claimDelivery, deleteObject, updateObject } from './simulator.repository.ts'
import type { SimulatorOptions } from './simulator-parts.ts'
import { readSwitches } from './switches.ts'

const answerMs = 10_000

/** A sender that dies leaves its webhook to the next one. */
const leaseMs = 15_000
const longestWaitMs = 30_000
const giveUpMs = 3 * 24 * 3600 * 1000

/** Sends what is due, one after the other, and plans the next try of what was not taken. */
export async function sendDueWebhooks(options: SimulatorOptions, ending: AbortSignal): Promise<void> {
  const { db } = options
  while (!ending.aborted) {
    const { disorder } = await readSwitches(db)
    const now = Date.now()
    const next = await claimDelivery<Delivery>(db, now, now + leaseMs, disorder ? 'newest' : 'oldest')
    if (!next) return

    const { id, data } = next
    const firstTriedAt = data.firstTriedAt ?? now
    const isTaken = await send(options, data.payload, ending)
    if (isTaken || now - firstTriedAt > giveUpMs) await deleteObject(db, id)
    else {
      const due = Date.now() + Math.min(longestWaitMs, 500 * 2 ** Math.min(data.tries, 10))
      await updateObject(db, id, { ...data, due, firstTriedAt, tries: data.tries + 1 })
    }
  }
}

async function send({ webhookUrl, secrets, clock }: SimulatorOptions, payload: string, ending: AbortSignal) {
  try {
    const answer = await fetch(webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, secrets.webhookSecret, clock()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([ending, AbortSignal.timeout(answerMs)]),
    })
    await answer.arrayBuffer()

    return answer.ok
  } catch {
    return false
  }
}

/** As the provider signs: the time and the bytes, under the secret that only it and the product have. */
export function signature(payload: string, secret: string, at: Date): string {
  const seconds = secondsOf(at)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}
