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
  /** Where the provider's API is, asked for at the first call; null for the provider's own address. */
  api: () => URL | null
  clock: () => Date
  timeoutMs?: number
  retries?: number
}

/** How far the time in a signature may be from ours, before and after. */
const toleranceSeconds = 300

/** The provider refuses a page that is open for over a day by its own clock: ours may be ahead of it. */
const marginSeconds = 300

/** Loaded when a card is first paid with, and not by `import()`: a webhook is checked in one go. */
const loadSdk = () => createRequire(import.meta.url)('stripe') as typeof Stripe

/** Card payments on Stripe's hosted page. No key, address or message of theirs is ever logged by us or put into an error. */
export function createStripeCards(options: StripeCardOptions): CardGateway {
  let client: Stripe | null = null
  const stripe = () => {
    client ??= connect(options)
    return client
  }

  return {
    begin: (request) => speaking(() => begin(stripe(), request)),
    fetch: (sessionId) => speaking(() => look(stripe(), sessionId)),
    expire: (sessionId) => speaking(() => expire(stripe(), sessionId)),
    refund: (refund) => speaking(() => giveBack(stripe(), refund)),
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
    ...(address
      ? {
          protocol: address.protocol === 'http:' ? 'http' : 'https',
          // Of an IPv6 address, an address has brackets and a host has none.
          host: address.hostname.replaceAll(/[[\]]/g, ''),
          port: address.port || (address.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  })
}

async function begin(stripe: Stripe, request: BeginCard): Promise<CardSession> {
  const other = request.language === 'fr' ? 'en' : 'fr'
  const session = await create(stripe, request, request.language).catch((error: unknown) => {
    // The first call was made in the other language, and its answer was lost: that page is the one to show.
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
      // USD alone, whatever the payer's country: no conversion that we do not know of.
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

async function look(stripe: Stripe, sessionId: string): Promise<CardEvent[]> {
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
    // Only an open one can be closed: it was paid, or closed, a moment before.
    if (error instanceof loadSdk().errors.StripeInvalidRequestError) return look(stripe, sessionId)
    throw error
  }
}

type RefundRequest = Parameters<CardGateway['refund']>[0]

async function giveBack(stripe: Stripe, { refundId, sessionId, amountMinor }: RefundRequest): Promise<CardEvent[]> {
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

/** The provider forgets keys after a day: what was made under one is found by its own mark. */
async function findRefund(stripe: Stripe, paymentId: string, refundId: string): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
    if (refundIdOf(refund) === refundId) return refund
  return null
}

/** The provider's refusals as ours. Only a request that it understood and refuses is final; a wrong key can be mended. */
async function speaking<T>(call: () => Promise<T>): Promise<T> {
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

  if (signedAt(signature ?? '') > now / 1000 + toleranceSeconds) throw new CardWebhookError('it is of the future')

  const isLive = /^(sk|rk)_live_/.test(secretKey)
  const facts = messageFacts(event)

  // Of the provider's other mode, or of somebody else who uses the same account: true, but none of ours.
  return event.livemode === isLive ? facts : facts.map(({ captureId: _, ...fact }) => ({ ...fact, intentId: null }))
}

function verified(raw: Buffer, signature: string, secret: string, now: number): Stripe.Event {
  try {
    return loadSdk().webhooks.constructEvent(raw, signature, secret, toleranceSeconds, undefined, now)
  } catch (error) {
    // The SDK's error carries the whole message: its kind is enough.
    throw new CardWebhookError(error instanceof Error ? error.name : 'not readable')
  }
}

/** The one time in the header; two would leave open which of them was signed. */
function signedAt(header: string): number {
  const times = header.split(',').filter((part) => part.startsWith('t='))
  const seconds = times.length === 1 ? /^t=(\d{1,12})$/.exec(times[0] ?? '')?.[1] : undefined
  if (seconds === undefined) throw new CardWebhookError('it has no time')
  return Number(seconds)
}
