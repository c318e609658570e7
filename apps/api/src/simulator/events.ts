import type { Trx } from '#db/database.ts'
import { type EventType, newObjectId, secondsOf } from './objects/shapes.ts'
import { type Due, insertObject } from './simulator.repository.ts'
import { readSwitches } from './switches.ts'

/** A webhook on its way: the same bytes however often it is sent. */
export interface Delivery extends Due {
  payload: string
  tries: number
  order: number
  firstTriedAt: number | null
}

/** Leaves a webhook in the transaction that causes it: it is sent if and only if what it tells has happened. */
export async function emit(trx: Trx, now: Date, type: EventType, object: object): Promise<void> {
  const { duplicates, delaySeconds, loss } = await readSwitches(trx)
  if (loss) return

  const event = {
    id: newObjectId('evt'),
    object: 'event',
    created: secondsOf(now),
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
