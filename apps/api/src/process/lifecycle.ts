/** How long running requests and jobs may take to finish before the process ends anyway. */
const drainMs = 20_000

/** Runs `stop` once on the first SIGINT or SIGTERM; a second signal, or a drain that hangs, ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), drainMs).unref()

    try {
      await stop()
      process.exit(0)
    } catch {
      process.exit(1)
    }
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
