/** What the pool must know of an instance. */
export interface Poolable {
  filesRead: number
  broken: boolean
  heapBytes(): number
  dispose(): void
}

export interface PoolLimits {
  /** WebAssembly memory never shrinks: an instance that grew beyond this is replaced. */
  heapBytes: number
  /** What leaks a little leaks often: an instance retires after so many files. */
  files: number
}

export interface KernelPool<K extends Poolable> {
  /** Starts an instance ahead of the first file. */
  warm(): void
  /** An instance for one file; at once when one is warm. */
  acquire(): Promise<K>
  /** Gives an instance back: fit ones wait for the next file, others are thrown away and a fresh one is started ahead. */
  release(kernel: K): void
  dispose(): void
}

export const usualLimits: PoolLimits = { heapBytes: 400 * 2 ** 20, files: 25 }

const isFit = (kernel: Poolable, limits: PoolLimits): boolean =>
  !kernel.broken && kernel.filesRead < limits.files && kernel.heapBytes() <= limits.heapBytes

/** Keeps one instance ready ahead of the next file. A start that failed is forgotten, so that the next file tries again. */
export function kernelPool<K extends Poolable>(start: () => Promise<K>, limits = usualLimits): KernelPool<K> {
  let ahead: Promise<K> | undefined
  let disposed = false

  const begin = (): Promise<K> => {
    const starting = start()
    starting.catch(() => {
      if (ahead === starting) ahead = undefined
    })
    return starting
  }
  const warm = (): void => {
    if (!disposed) ahead ??= begin()
  }
  return {
    warm,
    acquire() {
      const ready = ahead ?? begin()
      ahead = undefined
      return ready
    },
    release(kernel) {
      if (!disposed && !ahead && isFit(kernel, limits)) {
        ahead = Promise.resolve(kernel)
        return
      }
      kernel.dispose()
      warm()
    },
    dispose() {
      disposed = true
      ahead?.then(
        (kernel) => kernel.dispose(),
        () => undefined,
      )
      ahead = undefined
    },
  }
}
