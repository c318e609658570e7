import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop has been recently. */
export interface LoopDelay {
  recentMs(): number
  close(): void
}

/** The histogram's values include this period of its own timer. */
const resolutionMs = 10

/** Short, so that a server that has caught up accepts requests again soon. */
const sampleMs = 200

/** Measures the event loop of this process. */
export function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()

  let recentMs = 0
  const sampling = setInterval(() => {
    // Without a value the mean is not a number: the loop did not turn since the last sample.
    if (histogram.count > 0) recentMs = Math.max(0, histogram.mean / 1e6 - resolutionMs)
    histogram.reset()
  }, sampleMs)
  sampling.unref()

  return {
    recentMs: () => recentMs,
    close() {
      clearInterval(sampling)
      histogram.disable()
    },
  }
}
