import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop has been recently. */
export interface LoopDelay {
  recentMs(): number
  /** Calls the listener with each new value of `recentMs`, several times a second. */
  onSample(listener: (delayMs: number) => void): void
  close(): void
}

/** The histogram's values include this period of its own timer. */
const resolutionMs = 10

/** Short: until the server notices that it is late, it accepts more than it can serve in time. */
const sampleMs = 100

/**
 * The mean turn of the loop as requests see it. They arrive at any time, so more of them meet a long turn
 * than a short one: each turn is weighted by its length.
 */
export const meanSeenByRequests = ({ mean, stddev }: { mean: number; stddev: number }): number =>
  mean + stddev ** 2 / mean

/** Measures the event loop of this process. */
export function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()

  const listeners: ((delayMs: number) => void)[] = []
  let recentMs = 0
  const sampling = setInterval(() => {
    // Without a value the mean is not a number: the loop did not turn since the last sample.
    if (histogram.count > 0) recentMs = Math.max(0, meanSeenByRequests(histogram) / 1e6 - resolutionMs)
    histogram.reset()
    for (const listener of listeners) listener(recentMs)
  }, sampleMs)
  sampling.unref()

  return {
    recentMs: () => recentMs,
    onSample: (listener) => void listeners.push(listener),
    close() {
      clearInterval(sampling)
      histogram.disable()
    },
  }
}
