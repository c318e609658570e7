import { z } from 'zod'
import type { Trx } from '#db/database.ts'
import { emit } from '../events.ts'
import { deleteObject, insertObject, lockObject, updateObject } from '../simulator.repository.ts'
import { invalid, missing } from './refusal.ts'
import { newObjectId, type SessionObject, type StoredSession, secondsOf } from './shapes.ts'

const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)

const metadata = z.record(z.string().max(40), z.string().max(500))
const returnUrl = z.url({ protocol: /^https?$/ })

/** What our adapter sends, and nothing that the provider would not take. */
const creation = z.object({
  mode: z.literal('payment'),
  line_items: z.record(
    z.string(),
    z.object({
      quantity: whole,
      price_data: z.object({
        currency: z.string().regex(/^[a-z]{3}$/),
        unit_amount: whole,
        product_data: z.object({ name: z.string().min(1) }),
      }),
    }),
  ),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  payment_intent_data: z.object({ metadata: metadata.default({}) }).optional(),
  expires_at: whole,
  locale: z.enum(['fr', 'en']).default('en'),
  success_url: returnUrl,
  cancel_url: returnUrl,
})

const leastMinor = 50
const mostMinor = 99_999_999

export const expiryId = (sessionId: string) => `expiry ${sessionId}`

/** Opens a page for a payment; it closes by itself at `expires_at`. */
export async function createSession(trx: Trx, now: Date, body: unknown, pages: string): Promise<SessionObject> {
  const asked = creation.safeParse(body)
  if (!asked.success) throw invalid(`Invalid parameter: ${asked.error.issues[0]?.path.join('.')}`, 'parameter_invalid')

  const { line_items, payment_intent_data, ...rest } = asked.data
  const [item, ...more] = Object.values(line_items)
  if (!item || more.length > 0) throw invalid('One line item is supported')

  const amount = item.quantity * item.price_data.unit_amount
  if (amount < leastMinor) throw invalid('The amount is too small', 'amount_too_small')
  if (amount > mostMinor) throw invalid('The amount is too large', 'amount_too_large')

  const created = secondsOf(now)
  const open = rest.expires_at - created
  if (open < 30 * 60 || open > 24 * 3600) {
    throw invalid('expires_at must be between 30 minutes and 24 hours from now', 'parameter_invalid')
  }

  const id = newObjectId('cs_test')
  const shown: SessionObject = {
    ...rest,
    id,
    object: 'checkout.session',
    amount_total: amount,
    client_reference_id: rest.client_reference_id ?? null,
    created,
    currency: item.price_data.currency,
    livemode: false,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${pages}/simulator/pay/${id}`,
  }
  const data: StoredSession = {
    shown,
    description: item.price_data.product_data.name,
    paymentMetadata: payment_intent_data?.metadata ?? {},
  }
  await insertObject(trx, { id, kind: 'session', parentId: null, data }, now)

  const expiry = { due: shown.expires_at * 1000 }
  await insertObject(trx, { id: expiryId(id), kind: 'expiry', parentId: id, data: expiry }, now)

  return shown
}

export async function lockSession(trx: Trx, id: string): Promise<StoredSession> {
  const session = await lockObject<StoredSession>(trx, 'session', id)
  if (!session) throw missing(id)
  return session
}

/** Keeps a changed session; one that is no longer open has no page and no end to come. */
export async function saveSession(trx: Trx, session: StoredSession): Promise<SessionObject> {
  const { shown } = session
  if (shown.status !== 'open') {
    shown.url = null
    await deleteObject(trx, expiryId(shown.id))
  }
  await updateObject(trx, shown.id, session)
  return shown
}

export async function expireSession(trx: Trx, now: Date, id: string): Promise<SessionObject> {
  const session = await lockSession(trx, id)
  if (session.shown.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.shown.status}.`,
    )
  }

  session.shown.status = 'expired'

  const shown = await saveSession(trx, session)
  await emit(trx, now, 'checkout.session.expired', shown)

  return shown
}
