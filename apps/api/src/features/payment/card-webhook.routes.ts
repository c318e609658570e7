import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CardWebhookError } from '#adapters/payments/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { clientNetwork } from '#http/client-network.ts'
import { takeInWebhook } from './methods/card-webhook.service.ts'
import { createRefusalBudget } from './methods/webhook-refusal-limit.ts'

/** A message of the provider has some thousands of bytes; expanded ones ten times that. */
const maxBytes = 256 * 1024

/**
 * Where the card provider tells what has happened. The signature is over the bytes as they came, so nothing is parsed before it is
 * checked, and nothing is asked of the database (PAY-4).
 */
export function serveCardWebhook(deps: Deps) {
  const refusals = createRefusalBudget(deps.clock)
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/card', { bodyLimit: maxBytes }, async (request) => {
      const { cards } = deps
      if (cards === null) throw new AppError('NOT_FOUND')

      const caller = clientNetwork(request.ip)
      refusals.check(caller)

      const events = verified(
        () => cards.parseWebhook(bytesOf(request), signatureOf(request)),
        () => refusals.count(caller),
      )
      await takeInWebhook(deps, events)

      return { received: true }
    })
  }
}

function verified<T>(parse: () => T, refused: () => void): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof CardWebhookError)) throw error
    refused()
    throw new AppError('WEBHOOK_INVALID', { cause: error })
  }
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature']
  return typeof signature === 'string' ? signature : undefined
}
