/** The value below which a share of the others lies. */
export const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')

/** How often something is done in a second by so many at once, until the time is over or there is nothing left to do. */
export async function perSecond(atOnce: number, forMs: number, doOne: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - began < forMs) {
        if (!(await doOne())) throw new Error('there was too little prepared to do')
        done++
      }
    }),
  )

  return (1000 * done) / (performance.now() - began)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
