/** How long running requests and jobs may take to finish before the process exits. */
const drainMs = 20_000

/**
 * Runs `stop` on the first SIGINT or SIGTERM, or when the process that started this one through a
 * channel is gone. A second Ctrl-C or a timeout exits at once. A repeated SIGTERM does not: a service
 * manager signals this process and its launcher, which passes it on.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false

  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainMs).unref()

    try {
      await stop()
      process.exit(0)
    } catch {
      process.exit(1)
    }
  }

  process.on('SIGINT', () => {
    if (isStopping) process.exit(1)
    void stopOnce()
  })
  process.on('SIGTERM', stopOnce)
  process.on('disconnect', stopOnce)
}
