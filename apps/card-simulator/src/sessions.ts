import { z } from 'zod'
import { deleteObject, insertObject, lockObject, type SimulatorTrx, updateObject } from './objects.repository.ts'
import { metadata, parseParameters } from './parameters.ts'
import { invalid, missing } from './provider-error.ts'
import { newObjectId, type SessionObject, type StoredSession, toSeconds } from './provider-objects.ts'
import { emit } from './webhooks.ts'

const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)

const returnUrl = z.url({ protocol: /^https?$/ })

/** The parameters that the product sends; the provider would refuse others. */
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

const minAmountMinor = 50
const maxAmountMinor = 99_999_999

export const expiryId = (sessionId: string) => `expiry ${sessionId}`

/** Creates a session with its payment page; it expires at `expires_at`. */
export async function createSession(
  trx: SimulatorTrx,
  now: Date,
  body: unknown,
  publicUrl: string,
): Promise<SessionObject> {
  const { line_items, payment_intent_data, ...rest } = parseParameters(creation, body)
  const [item, ...more] = Object.values(line_items)
  if (!item || more.length > 0) throw invalid('One line item is supported')

  const amount = item.quantity * item.price_data.unit_amount
  if (amount < minAmountMinor) throw invalid('The amount is too small', 'amount_too_small')
  if (amount > maxAmountMinor) throw invalid('The amount is too large', 'amount_too_large')

  const created = toSeconds(now)
  const openSeconds = rest.expires_at - created
  if (openSeconds < 30 * 60 || openSeconds > 24 * 3600) {
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
    url: `${publicUrl}/simulator/pay/${id}`,
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

export async function lockSession(trx: SimulatorTrx, id: string): Promise<StoredSession> {
  const session = await lockObject<StoredSession>(trx, 'session', id)
  if (!session) throw missing(id)
  return session
}

/** Saves a changed session; one that is no longer open loses its page and its expiry. */
export async function saveSession(trx: SimulatorTrx, session: StoredSession): Promise<SessionObject> {
  const { shown } = session
  if (shown.status !== 'open') {
    shown.url = null
    await deleteObject(trx, expiryId(shown.id))
  }

  await updateObject(trx, shown.id, session)
  return shown
}

export async function expireSession(trx: SimulatorTrx, now: Date, id: string): Promise<SessionObject> {
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
