export interface Poolable {
  filesRead: number
  broken: boolean
  heapBytes(): number
  dispose(): void
}

export interface PoolLimits {
  /** WebAssembly memory never shrinks, so an instance that grew beyond this is replaced. */
  heapBytes: number
  /** The kernel leaks memory, so an instance is replaced after this many files. */
  files: number
}

export interface KernelPool<K extends Poolable> {
  /** Starts an instance before the first file arrives. */
  warm(): void
  /** An instance for one file; immediately if one is ready. */
  acquire(): Promise<K>
  /** Returns an instance: it is kept for the next file, or disposed and replaced if it is worn. */
  release(kernel: K): void
  dispose(): void
}

const defaultLimits: PoolLimits = { heapBytes: 400 * 2 ** 20, files: 25 }

const isReusable = (kernel: Poolable, limits: PoolLimits): boolean =>
  !kernel.broken && kernel.filesRead < limits.files && kernel.heapBytes() <= limits.heapBytes

/** Keeps one instance ready for the next file. After a failed start the next file tries again. */
export function createKernelPool<K extends Poolable>(start: () => Promise<K>, limits = defaultLimits): KernelPool<K> {
  let ready: Promise<K> | undefined
  let disposed = false

  const begin = (): Promise<K> => {
    const starting = start()
    starting.catch(() => {
      if (ready === starting) ready = undefined
    })
    return starting
  }
  const warm = (): void => {
    if (!disposed) ready ??= begin()
  }
  return {
    warm,
    acquire() {
      const kernel = ready ?? begin()
      ready = undefined
      return kernel
    },
    release(kernel) {
      if (!disposed && !ready && isReusable(kernel, limits)) {
        ready = Promise.resolve(kernel)
        return
      }
      kernel.dispose()
      warm()
    },
    dispose() {
      disposed = true
      ready?.then(
        (kernel) => kernel.dispose(),
        () => undefined,
      )
      ready = undefined
    },
  }
}
