import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import {
  type BeginCard,
  type CardEvent,
  type CardGateway,
  CardProviderError,
  type CardSession,
  CardWebhookError,
} from './card.ts'
import { disputeFacts, messageFacts, refundFacts, refundIdOf, sessionFacts } from './stripe-facts.ts'

export interface StripeCardOptions {
  secretKey: string
  webhookSecret: string
  /** The URL of the API, read at the first call; null for Stripe itself. */
  api: () => URL | null
  clock: () => Date
  timeoutMs?: number
  retries?: number
}

/** The allowed difference between the time of a signature and ours, in both directions. */
const toleranceSeconds = 300

/** The provider refuses pages that are open for over a day by its clock, and ours may be ahead. */
const marginSeconds = 300

/** Loaded at the first card payment. Not with `import()`: webhooks are verified synchronously. */
const loadSdk = () => createRequire(import.meta.url)('stripe') as typeof Stripe

/** Card payments on Stripe's hosted page. Errors contain no key, URL or message of Stripe. */
export function createStripeCards(options: StripeCardOptions): CardGateway {
  let client: Stripe | null = null
  const stripe = () => {
    client ??= connect(options)
    return client
  }

  return {
    begin: (request) => translateErrors(() => begin(stripe(), request)),
    fetch: (sessionId) => translateErrors(() => fetchFacts(stripe(), sessionId)),
    expire: (sessionId) => translateErrors(() => expire(stripe(), sessionId)),
    refund: (refund) => translateErrors(() => createRefund(stripe(), refund)),
    parseWebhook: (raw, signature) => parseWebhook(options, raw, signature),
  }
}

function connect({ secretKey, api, timeoutMs = 6_000, retries = 1 }: StripeCardOptions): Stripe {
  const Sdk = loadSdk()
  const address = api()

  return new Sdk(secretKey, {
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...(address && serverOptions(address)),
  })
}

function serverOptions({ protocol, hostname, port }: URL) {
  const isHttp = protocol === 'http:'
  const defaultPort = isHttp ? 80 : 443

  return {
    protocol: isHttp ? 'http' : 'https',
    // URLs have brackets around an IPv6 address, host names do not.
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port || defaultPort,
  } as const
}

async function begin(stripe: Stripe, request: BeginCard): Promise<CardSession> {
  const other = request.language === 'fr' ? 'en' : 'fr'
  const session = await create(stripe, request, request.language).catch((error: unknown) => {
    // The answer to an earlier call in the other language was lost; its page is the one to show.
    if (error instanceof loadSdk().errors.StripeIdempotencyError) return create(stripe, request, other)
    throw error
  })
  if (session.url) return { sessionId: session.id, url: session.url }

  throw new CardProviderError('the session has no page', false)
}

function create(stripe: Stripe, request: BeginCard, locale: 'fr' | 'en'): Promise<Stripe.Checkout.Session> {
  const metadata = { intentId: request.intentId }
  const product = { name: request.description }

  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      // USD in every country: no currency conversion that we do not know of.
      adaptive_pricing: { enabled: false },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: request.amountMinor, product_data: product } },
      ],
      client_reference_id: request.intentId,
      metadata,
      payment_intent_data: { metadata, description: request.description },
      expires_at: Math.floor(request.expiresAt.getTime() / 1000) - marginSeconds,
      locale,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
    },
    { idempotencyKey: `begin:${request.intentId}` },
  )
}

const getSession = (stripe: Stripe, sessionId: string) =>
  stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] })

async function fetchFacts(stripe: Stripe, sessionId: string): Promise<CardEvent[]> {
  const session = await getSession(stripe, sessionId)
  const facts = sessionFacts(session)
  const intentId = facts[0]?.intentId ?? null
  const payment = session.payment_intent
  if (typeof payment !== 'object' || !payment) return facts

  const charge = payment.latest_charge
  if (typeof charge !== 'object' || !charge) return facts

  if (charge.amount_refunded > 0)
    for await (const refund of stripe.refunds.list({ payment_intent: payment.id, limit: 100 }))
      facts.push(...refundFacts(refund, intentId))

  if (charge.disputed)
    for await (const dispute of stripe.disputes.list({ payment_intent: payment.id, limit: 100 }))
      facts.push(...disputeFacts(dispute, intentId))

  return facts
}

async function expire(stripe: Stripe, sessionId: string): Promise<CardEvent[]> {
  try {
    const session = await stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: `expire:${sessionId}` })
    return sessionFacts(session)
  } catch (error) {
    // Only an open session can expire: this one was paid or closed a moment ago.
    if (error instanceof loadSdk().errors.StripeInvalidRequestError) return fetchFacts(stripe, sessionId)
    throw error
  }
}

type RefundRequest = Parameters<CardGateway['refund']>[0]

async function createRefund(stripe: Stripe, { refundId, sessionId, amountMinor }: RefundRequest): Promise<CardEvent[]> {
  const session = await getSession(stripe, sessionId)
  const payment = session.payment_intent
  const paymentId = typeof payment === 'object' ? payment?.id : payment
  if (!paymentId) throw new CardProviderError('nothing was paid', false)

  const intentId = session.metadata?.intentId ?? ''
  const refund =
    (await findRefund(stripe, paymentId, refundId)) ??
    (await stripe.refunds.create(
      { payment_intent: paymentId, amount: amountMinor, metadata: { intentId, refundId } },
      { idempotencyKey: `refund:${refundId}` },
    ))
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new CardProviderError('the refund did not reach the card', false)
  }

  return refundFacts(refund)
}

/** Found by our id in its metadata, because the provider forgets idempotency keys after a day. */
async function findRefund(stripe: Stripe, paymentId: string, refundId: string): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
    if (refundIdOf(refund) === refundId) return refund
  return null
}

/** Permanent only if the provider understood and refused the request; a wrong key can be fixed. */
async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CardProviderError) throw error

    const { StripeError, StripeInvalidRequestError, StripeIdempotencyError, StripeCardError } = loadSdk().errors
    if (!(error instanceof StripeError)) throw error

    const isFinal = [StripeInvalidRequestError, StripeIdempotencyError, StripeCardError].some(
      (kind) => error instanceof kind,
    )
    const isRefused = isFinal && error.statusCode !== 409 && error.statusCode !== 429

    throw new CardProviderError(`${error.type} ${error.code ?? error.statusCode ?? ''}`.trim(), !isRefused)
  }
}

function parseWebhook(options: StripeCardOptions, raw: Buffer, signature: string | undefined): CardEvent[] {
  const { secretKey, webhookSecret, clock } = options
  const now = clock().getTime()
  const event = verified(raw, signature ?? '', webhookSecret, now)

  if (signedAt(signature ?? '') > now / 1000 + toleranceSeconds) throw new CardWebhookError('signed in the future')

  const isLive = /^(sk|rk)_live_/.test(secretKey)
  const facts = messageFacts(event)

  // Events of the other mode (live or test) are genuine, but not of this installation.
  return event.livemode === isLive ? facts : facts.map(({ captureId: _, ...fact }) => ({ ...fact, intentId: null }))
}

function verified(raw: Buffer, signature: string, secret: string, now: number): Stripe.Event {
  try {
    return loadSdk().webhooks.constructEvent(raw, signature, secret, toleranceSeconds, undefined, now)
  } catch (error) {
    // The SDK's error contains the whole message; its name is enough.
    throw new CardWebhookError(error instanceof Error ? error.name : 'not readable')
  }
}

/** The time in the header. Refuses two times: it would be unclear which one was signed. */
function signedAt(header: string): number {
  const times = header.split(',').filter((field) => field.startsWith('t='))
  const seconds = times.length === 1 ? /^t=(\d{1,12})$/.exec(times[0] ?? '')?.[1] : undefined
  if (seconds === undefined) throw new CardWebhookError('no time in the signature')
  return Number(seconds)
}
