import { send } from './api.ts'
import { LiveUpdates, type OpenStream } from './live.ts'
import { readLiveEvents } from './live-stream.ts'
import { staffSession } from './staff-session.ts'

/** The changes that screens of staff follow; the stream reports all kinds that the member may see. */
export const staffLive = new LiveUpdates()

const openStaffStream: OpenStream = async function* (_topics, signal) {
  yield* readLiveEvents(await send('POST /global/staff/today/live', {}, { signal, token: staffSession.token() }))
}

/** Starts the live updates; the returned function ends them. */
export const startStaffLive = (open: OpenStream = openStaffStream) => staffLive.start(open)
