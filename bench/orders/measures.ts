/** The value below which the given share of the values lies: 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')

/** Runs `work` concurrently for some time and returns how often per second it ran. */
export async function perSecond(
  concurrency: number,
  durationMs: number,
  work: () => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startedAt < durationMs) {
        if (!(await work())) throw new Error('too little work was prepared')
        done++
      }
    }),
  )

  return (1000 * done) / (performance.now() - startedAt)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
