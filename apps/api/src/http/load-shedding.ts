import { type ErrorBody, errorStatus } from '@cotation/contracts'
import { languageFromHeader } from '@cotation/domain'
import { html } from '@cotation/html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Texts } from '#core/texts.ts'
import { clientNetwork } from './client-network.ts'
import type { LoopDelay } from './loop-delay.ts'
import { sendPlainPage } from './plain-page.ts'
import { type LoadLimits, RequestLimit } from './request-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `never-shed`: answered however many requests are in progress. `shed-last`: still accepted when
     * ordinary requests are refused, within a reserve.
     */
    load?: 'never-shed' | 'shed-last'
  }

  interface FastifyRequest {
    /** The network whose slot this request occupies; null while it occupies none. */
    slotOf: string | null
  }
}

/** What one network may use of the slots, so that others find some while it floods the server. */
const networkShare = 3 / 4

/** Beyond `maxRequests`, for routes that are shed last. */
const reserveShare = 1 / 4

const retryAfterSeconds = 5
const logIntervalMs = 10_000

/** Counts requests in progress, in all and per network. */
class Slots {
  readonly #limit: RequestLimit
  readonly #maxRequests: number
  readonly #perNetwork = new Map<string, number>()
  #taken = 0

  constructor(limits: LoadLimits, delay: LoopDelay) {
    this.#limit = new RequestLimit(limits)
    this.#maxRequests = limits.maxRequests
    delay.onSample((delayMs) => this.#limit.adapt(delayMs))
  }

  hasRoom(network: string, isShedLast: boolean): boolean {
    const slots = isShedLast ? this.#maxRequests * (1 + reserveShare) : this.#limit.allowed
    const ofNetwork = this.#perNetwork.get(network) ?? 0
    return this.#taken < slots && ofNetwork < Math.ceil(slots * networkShare)
  }

  take(network: string): void {
    this.#taken++
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
  }

  free(network: string): void {
    this.#taken--
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(network, left)
    else this.#perNetwork.delete(network)
  }
}

interface Shedding {
  limits: LoadLimits
  delay: LoopDelay
  texts: Texts
}

/**
 * Refuses requests with "busy" before the server becomes slow for everyone (FLT-8). A request takes a
 * slot from the moment its body has arrived until its answer is ready: clients that send or read
 * slowly take none. Chunks of files are read by their handlers, so they take none either:
 * `UPLOADS_AT_ONCE` and `maxChunksPerNetwork` limit them.
 */
export function shedLoad(app: FastifyInstance, { limits, delay, texts }: Shedding): void {
  const slots = new Slots(limits, delay)
  const countRefusal = createRefusalLog(app)
  app.decorateRequest('slotOf', null)
  app.addHook('onClose', async () => delay.close())

  const hasRoomFor = ({ ip, routeOptions }: FastifyRequest): boolean => {
    const { load } = routeOptions.config
    return load === 'never-shed' || slots.hasRoom(clientNetwork(ip), load === 'shed-last')
  }

  // Not thrown as an `AppError`: errors and their stacks are a third of the cost of a refusal.
  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    countRefusal()
    const language = languageFromHeader(request.headers['accept-language'])
    const message = texts(language, 'errors', 'BUSY')
    reply.code(errorStatus.BUSY).header('retry-after', retryAfterSeconds)

    if (request.headers.accept?.includes('text/html'))
      return sendPlainPage(reply, { language, title: message, body: html`` })

    const body: ErrorBody = { code: 'BUSY', message, requestId: request.id }
    return reply.send(body)
  }

  // Before the body is read, so that a refusal costs little.
  app.addHook('onRequest', async (request, reply) => {
    if (!hasRoomFor(request)) return refuse(request, reply)
  })

  // Again, because the bodies of many requests may have arrived in the meantime.
  app.addHook('preHandler', async (request, reply) => {
    const { load, slowBody } = request.routeOptions.config
    if (load === 'never-shed' || slowBody) return
    if (!hasRoomFor(request)) return refuse(request, reply)

    request.slotOf = clientNetwork(request.ip)
    slots.take(request.slotOf)
  })

  // Not `onResponse`: it runs early if the client hangs up, while the handler is still at work.
  app.addHook('onSend', async (request) => {
    if (request.slotOf === null) return
    slots.free(request.slotOf)
    request.slotOf = null
  })
}

/** Writes one line for all refusals of some seconds: a line for each would be load as well. */
function createRefusalLog(app: FastifyInstance): () => void {
  let refused = 0

  const write = () => {
    app.log.warn({ refused, seconds: logIntervalMs / 1000 }, 'overloaded, refused requests')
    refused = 0
  }

  return () => {
    if (refused === 0) setTimeout(write, logIntervalMs).unref()
    refused++
  }
}
