import { startLiveUpdates } from '#lib/gateway/live-stream.ts'
import { startKeepingFocus } from '#lib/kept-focus.ts'

/** Starts what works behind every page, once the first one is shown. */
export function startBackground(): void {
  startKeepingFocus()
  startLiveUpdates()
}
