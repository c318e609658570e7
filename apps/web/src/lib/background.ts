import { startLiveUpdates } from './gateway/live-stream.ts'
import { startKeepingFocus } from './kept-focus.ts'

/** Starts what works behind every page, once the first one is shown. */
export function startBackground(): void {
  startKeepingFocus()
  startLiveUpdates()
}
