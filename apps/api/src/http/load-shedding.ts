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
    /** The slot that this request occupies; null while it occupies none. */
    slot: Slot | null
  }
}

/**
 * Share of the slots that one network may use, so that others find some while it floods the server.
 */
const networkShare = 3 / 4

/** Beyond `maxRequests`, for routes that are shed last. */
const reserveShare = 1 / 4

const retryAfterSeconds = 5
const logIntervalMs = 10_000

/** What a request in progress is counted under. */
interface Slot {
  network: string
  isShedLast: boolean
}

/** Numbers of requests in progress, in all and per network. */
class Requests {
  readonly #perNetwork = new Map<string, number>()
  #count = 0

  /**
   * Whether one more request of a network stays within the limit of all and the network's share of
   * it.
   */
  hasRoom(network: string, max: number): boolean {
    return this.#count < max && (this.#perNetwork.get(network) ?? 0) < Math.ceil(max * networkShare)
  }

  add(network: string): void {
    this.#count++
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
  }

  remove(network: string): void {
    this.#count--
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(network, left)
    else this.#perNetwork.delete(network)
  }
}

/**
 * The requests in progress. Those that are shed last take no slots of ordinary ones: the pictures
 * of a page must not get its own calls refused.
 */
class Slots {
  readonly #limit: RequestLimit
  readonly #maxRequests: number
  readonly #all = new Requests()
  readonly #ordinary = new Requests()

  constructor(limits: LoadLimits, delay: LoopDelay) {
    this.#limit = new RequestLimit(limits)
    this.#maxRequests = limits.maxRequests * (1 + reserveShare)
    delay.onSample((delayMs) => this.#limit.adapt(delayMs))
  }

  hasRoom({ network, isShedLast }: Slot): boolean {
    if (!this.#all.hasRoom(network, this.#maxRequests)) return false
    return isShedLast || this.#ordinary.hasRoom(network, this.#limit.allowed)
  }

  take({ network, isShedLast }: Slot): void {
    this.#all.add(network)
    if (!isShedLast) this.#ordinary.add(network)
  }

  free({ network, isShedLast }: Slot): void {
    this.#all.remove(network)
    if (!isShedLast) this.#ordinary.remove(network)
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
  app.decorateRequest('slot', null)
  app.addHook('onClose', async () => delay.close())

  const slotFor = ({ ip, routeOptions }: FastifyRequest): Slot => ({
    network: clientNetwork(ip),
    isShedLast: routeOptions.config.load === 'shed-last',
  })
  const hasRoomFor = (request: FastifyRequest): boolean =>
    request.routeOptions.config.load === 'never-shed' || slots.hasRoom(slotFor(request))

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

    request.slot = slotFor(request)
    slots.take(request.slot)
  })

  // Not `onResponse`: it runs early if the client hangs up, while the handler is still at work.
  app.addHook('onSend', async (request) => {
    if (request.slot === null) return
    slots.free(request.slot)
    request.slot = null
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
