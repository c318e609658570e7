import { languageFromHeader } from '@cotation/domain'
import { html } from '@cotation/html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/app-error.ts'
import type { Texts } from '#core/texts.ts'
import { clientNetwork } from './client-network.ts'
import type { LoopDelay } from './loop-delay.ts'
import { sendPlainPage } from './plain-page.ts'

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

export interface LoadLimits {
  /** Requests in progress; more are refused. */
  maxRequests: number
  /** Above this delay of the event loop only few requests may be in progress. */
  maxDelayMs: number
}

/**
 * The share of `maxRequests` that may be in progress while the event loop is late. A browser asks for
 * half a dozen things at once, and a few users must still be served.
 */
const lateShare = 1 / 4

/** What one network may use of the slots, so that others find some while it floods the server. */
const networkShare = 3 / 4

/** Beyond `maxRequests`, for routes that are shed last. */
const reserveShare = 1 / 4

const retryAfterSeconds = 5
const logIntervalMs = 10_000

/** The server refuses a request to stay responsive; logged in summary, not one by one. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError'
}

/** Counts requests in progress, in all and per network. */
class Slots {
  readonly #limits: LoadLimits
  readonly #delay: LoopDelay
  readonly #perNetwork = new Map<string, number>()
  #taken = 0

  constructor(limits: LoadLimits, delay: LoopDelay) {
    this.#limits = limits
    this.#delay = delay
  }

  hasRoom(network: string, isShedLast: boolean): boolean {
    const slots = isShedLast ? this.#limits.maxRequests * (1 + reserveShare) : this.#ordinarySlots()
    const ofNetwork = this.#perNetwork.get(network) ?? 0
    return this.#taken < slots && ofNetwork < Math.ceil(slots * networkShare)
  }

  /** A late loop alone refuses nobody: after one long task, refusing a few requests helps nothing. */
  #ordinarySlots(): number {
    const { maxRequests, maxDelayMs } = this.#limits
    const isLate = this.#delay.recentMs() > maxDelayMs
    return isLate ? Math.ceil(maxRequests * lateShare) : maxRequests
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

  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    countRefusal()
    if (!request.headers.accept?.includes('text/html')) {
      throw new AppError('BUSY', { retryAfterSeconds, cause: new OverloadError() })
    }

    const language = languageFromHeader(request.headers['accept-language'])
    const title = texts(language, 'errors', 'BUSY')
    reply.code(503).header('retry-after', String(retryAfterSeconds))
    return sendPlainPage(reply, { language, title, body: html`` })
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
