/** How long running requests and jobs may take to finish before the process exits. */
const drainMs = 20_000

/** Runs `stop` on the first SIGINT or SIGTERM. A second signal or a timeout exits at once. */
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
