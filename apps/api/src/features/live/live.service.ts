import { type LiveEvent, liveEvent } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getOwnOrder } from '#features/order/order.service.ts'
import { getLinkedOrderId } from '#features/payment/payment-link.service.ts'
import { assertOwnReload } from '#features/payment/reload.service.ts'
import { assertOwnProject } from '#features/quote/view/project-view.service.ts'
import { EventStream } from '#http/event-stream.ts'
import type { Owner } from '#http/session.ts'

/** Each stream holds a connection and a little memory. Refused clients poll. */
const maxStreams = 2000
const maxStreamsOfOneCaller = 12

const retrySeconds = 30

/** The open streams of a server. */
export class LiveStreams {
  readonly #ofCaller = new Map<string, number>()
  #open = 0

  /** Counts a stream until it closes; throws if there are too many. */
  take(caller: string, stream: EventStream): void {
    const own = this.#ofCaller.get(caller) ?? 0
    if (this.#open >= maxStreams) throw new AppError('BUSY', { retryAfterSeconds: retrySeconds })
    if (own >= maxStreamsOfOneCaller) throw new AppError('RATE_LIMITED', { retryAfterSeconds: retrySeconds })

    this.#open++
    this.#ofCaller.set(caller, own + 1)
    stream.onClose(() => this.#release(caller))
  }

  #release(caller: string): void {
    this.#open--

    const left = (this.#ofCaller.get(caller) ?? 1) - 1
    if (left > 0) this.#ofCaller.set(caller, left)
    else this.#ofCaller.delete(caller)
  }
}

type LiveDeps = Pick<Deps, 'changes' | 'db'>

export interface Followed {
  projectIds: readonly string[]
  orderIds: readonly string[]
  reloadIds: readonly string[]
}

/** Streams the changes of what the caller owns; throws NOT_FOUND if one of the ids is another's. */
export async function followOwn(
  deps: LiveDeps,
  streams: LiveStreams,
  owner: Owner,
  { projectIds, orderIds, reloadIds }: Followed,
): Promise<EventStream<typeof liveEvent>> {
  for (const id of projectIds) await assertOwnProject(deps, owner, id)

  const { customerId } = owner
  if (customerId === null && orderIds.length + reloadIds.length > 0) throw new AppError('NOT_FOUND')
  if (customerId !== null) {
    for (const id of orderIds) await getOwnOrder(deps.db, customerId, id)
    for (const id of reloadIds) await assertOwnReload(deps, customerId, id)
  }

  const topics = [
    ...projectIds.map((id) => `project:${id}`),
    ...orderIds.map((id) => `order:${id}`),
    ...reloadIds.map((id) => `reload:${id}`),
  ]
  const caller = customerId ?? owner.visitorHash.toString('hex')
  return followTopics(deps, streams, { caller, topics })
}

/** Streams the changes of a link's bill to its holder, without the id of the order. */
export async function followLink(
  deps: LiveDeps,
  streams: LiveStreams,
  key: string,
  network: string,
): Promise<EventStream<typeof liveEvent>> {
  const orderId = await getLinkedOrderId(deps, key)
  return followTopics(deps, streams, { caller: network, topics: [`order:${orderId}`], nameOf: () => 'link' })
}

interface StreamOptions {
  caller: string
  topics: readonly string[]
  /** The name of a topic for the caller. */
  nameOf?: (topic: string) => string
}

/** Streams the changes of topics that the caller may follow. */
export async function followTopics(
  { changes }: LiveDeps,
  streams: LiveStreams,
  { caller, topics, nameOf = (topic) => topic }: StreamOptions,
): Promise<EventStream<typeof liveEvent>> {
  const stream = new EventStream(liveEvent)

  try {
    streams.take(caller, stream)
    const unfollow = await changes.follow({
      topics,
      changed: ({ topic, revision }) => stream.send({ topic: nameOf(topic), revision }),
      lost: () => stream.end(),
    })
    stream.onClose(unfollow)
  } catch (error) {
    stream.body.destroy()
    if (error instanceof AppError) throw error
    // Without notifications, for example behind a pool of shared connections: clients poll.
    throw new AppError('BUSY', { retryAfterSeconds: retrySeconds, cause: error })
  }

  const opened: LiveEvent = { topic: null, revision: null }
  stream.send(opened)
  return stream
}
