import type { Api, LiveEvent } from '@cotation/contracts'
import { send } from './api.ts'
import { ApiError } from './api-error.ts'
import { customerLook } from './customer-look.ts'
import { live, type OpenStream, type Topic } from './live.ts'
import { session } from './session.ts'

type Followed = Api['POST /global/live']['input']['body']

export const idsOf = (topics: readonly Topic[], kind: string): string[] =>
  topics.filter((topic) => topic.startsWith(`${kind}:`)).map((topic) => topic.slice(kind.length + 1))

const noSession = { code: 'UNAUTHENTICATED', status: 401, message: '' } as const

/** The holder of a payment link sees nothing else on that page. */
async function request(topics: readonly Topic[], signal: AbortSignal): Promise<Response> {
  const [key] = idsOf(topics, 'link')
  if (key !== undefined) return send('POST /global/live/link', { body: { key } }, { signal })

  // Without a session the server refuses, and the browser would log that as an error. Staff who look at a
  // customer's side have no stream either.
  if (customerLook !== null || !(session.token() ?? session.temporaryToken())) throw new ApiError(noSession)

  const body: Followed = {
    projectIds: idsOf(topics, 'project'),
    orderIds: idsOf(topics, 'order'),
    reloadIds: idsOf(topics, 'reload'),
  }
  return send('POST /global/live', { body }, { signal })
}

function isLiveEvent(value: unknown): value is LiveEvent {
  return typeof value === 'object' && value !== null && 'topic' in value && 'revision' in value
}

const dataStart = 'data: '

/** Undefined for a comment, which the server sends as a heartbeat. */
function eventOf(block: string): LiveEvent | undefined {
  if (!block.startsWith(dataStart)) return undefined
  const event: unknown = JSON.parse(block.slice(dataStart.length))
  return isLiveEvent(event) ? event : undefined
}

/**
 * Reads server-sent events of a `fetch`, because `EventSource` cannot send the session's token. A
 * refusal is not shown: pages poll instead.
 */
export async function* readLiveEvents(response: Response): AsyncIterable<LiveEvent | undefined> {
  if (!response.ok || !response.body) throw new ApiError({ code: 'UNEXPECTED', status: response.status, message: '' })

  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''

  while (true) {
    const { done, value } = await reader.read()
    if (done) return

    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield eventOf(block)
  }
}

export const openLiveStream: OpenStream = async function* (topics, signal) {
  yield* readLiveEvents(await request(topics, signal))
}

/** Starts the live updates of this tab. */
export const startLiveUpdates = () => live.start(openLiveStream)
