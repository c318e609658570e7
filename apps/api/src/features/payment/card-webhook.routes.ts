import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CardEvent, type CardGateway, CardWebhookError } from '#adapters/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { clientNetwork } from '#http/client-network.ts'
import { applyCardEvents } from './methods/card.service.ts'

/** The provider's messages have a few kilobytes; expanded ones ten times that. */
const maxBytes = 256 * 1024

/**
 * Receives the card provider's webhooks. The signature covers the raw bytes, so nothing is parsed
 * and the database is not touched before it is verified (PAY-4).
 */
export function serveCardWebhook(deps: Deps) {
  const refusals = createRefusalLimit(deps.clock)
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    // A refused webhook comes again, but hours later if it was refused several times.
    app.post('/card', { bodyLimit: maxBytes, config: { load: 'shed-last' } }, async (request) => {
      if (deps.cards === null) throw new AppError('NOT_FOUND')

      await applyCardEvents(deps, verifiedEvents(deps.cards, request, refusals))
      return { received: true }
    })
  }
}

function verifiedEvents(cards: CardGateway, request: FastifyRequest, refusals: RefusalLimit): CardEvent[] {
  const network = clientNetwork(request.ip)
  refusals.check(network)

  const { body, headers } = request
  const signature = headers['stripe-signature']
  try {
    return cards.parseWebhook(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      typeof signature === 'string' ? signature : undefined,
    )
  } catch (error) {
    if (!(error instanceof CardWebhookError)) throw error
    refusals.count(network)
    throw new AppError('WEBHOOK_INVALID', { cause: error })
  }
}

const windowMs = 60_000
const maxRefusals = 100

/**
 * Networks counted at once: more attackers than that are still refused one by one, in bounded
 * memory.
 */
const maxNetworks = 10_000

interface RefusalLimit {
  /** Throws `RATE_LIMITED` for a network that sent too many refused messages. */
  check(network: string): void
  count(network: string): void
}

/** Counts refused messages in memory, since nothing unverified may reach the database. */
function createRefusalLimit(clock: () => Date): RefusalLimit {
  let windowEnd = 0
  const counts = new Map<string, number>()

  /** Starts a new window if the last one is over; returns the seconds left in it. */
  const secondsLeft = () => {
    const now = clock().getTime()
    if (now >= windowEnd) {
      counts.clear()
      windowEnd = now + windowMs
    }
    return Math.ceil((windowEnd - now) / 1000)
  }

  return {
    check(network) {
      const retryAfterSeconds = secondsLeft()
      if ((counts.get(network) ?? 0) >= maxRefusals) throw new AppError('RATE_LIMITED', { retryAfterSeconds })
    },
    count(network) {
      secondsLeft()
      if (counts.size < maxNetworks || counts.has(network)) counts.set(network, (counts.get(network) ?? 0) + 1)
    },
  }
}
