import { maxFollowed } from '@cotation/domain'
import { send } from './api.ts'
import { LiveUpdates, type OpenStream } from './live.ts'
import { idsOf, readLiveEvents } from './live-stream.ts'
import { staffSession } from './staff-session.ts'

/** The changes that screens of staff follow: all kinds of tasks that the member may see, and shown orders. */
export const staffLive = new LiveUpdates()

const openStaffStream: OpenStream = async function* (topics, signal) {
  const body = { orderIds: idsOf(topics, 'order').slice(0, maxFollowed) }
  yield* readLiveEvents(await send('POST /global/staff/today/live', { body }, { signal, token: staffSession.token() }))
}

let followers = 0
let end = () => {}

/** Starts the live updates for a part of a screen; they end with the last of those that started them. */
export function startStaffLive(open: OpenStream = openStaffStream): () => void {
  if (followers++ === 0) end = staffLive.start(open)
  return () => {
    if (--followers === 0) end()
  }
}
