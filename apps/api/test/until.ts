import { setTimeout as pause } from 'node:timers/promises'

/** Only bounds a failure; generous, because a busy machine must not fail a test. */
const patienceMs = 120_000

/** Polls until `look` returns a value; after the timeout fails with the name `what`. */
export async function until<T>(
  look: () => Promise<T | undefined>,
  what: string,
  withinMs: number = patienceMs,
): Promise<T> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    const found = await look()
    if (found !== undefined) return found
    await pause(20)
  }
  throw new Error(`${what} did not come`)
}
