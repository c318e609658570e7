import { describe, expect, it } from 'vitest'
import { createKernelPool, type Poolable } from './kernel-pool.ts'

function pool(fails = 0) {
  const made: (Poolable & { disposed: boolean })[] = []
  let failures = fails
  const start = async () => {
    if (failures-- > 0) throw new Error('no memory')

    const kernel = {
      filesRead: 0,
      broken: false,
      disposed: false,
      bytes: 1,
      heapBytes: () => kernel.bytes,
      dispose: () => undefined,
    }
    kernel.dispose = () => {
      kernel.disposed = true
      return undefined
    }
    made.push(kernel)

    return kernel
  }

  return { made, kernels: createKernelPool(start, { heapBytes: 100, files: 3 }) }
}

describe('the pool of kernels', () => {
  it('reuses an instance for the next file', async () => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    first.filesRead = 1
    kernels.release(first)
    expect(await kernels.acquire()).toBe(first)
    expect(made).toHaveLength(1)
  })

  it.each([
    ['is broken', { broken: true }],
    ['has read the maximum number of files', { filesRead: 3 }],
    ['has grown too large', { bytes: 101 }],
  ])('replaces an instance that %s', async (_, change) => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    kernels.release(Object.assign(first, change))
    expect(made).toHaveLength(2)
    expect(made[0]?.disposed).toBe(true)
    expect(await kernels.acquire()).toBe(made[1])
  })

  it('starts one instance although it is warmed twice', async () => {
    const { made, kernels } = pool()
    kernels.warm()
    kernels.warm()
    expect(made).toHaveLength(1)
    expect(await kernels.acquire()).toBe(made[0])
  })

  it('gives two concurrent files two instances and keeps one of them', async () => {
    const { made, kernels } = pool()
    const [a, b] = await Promise.all([kernels.acquire(), kernels.acquire()])
    expect(a).not.toBe(b)
    kernels.release(a)
    kernels.release(b)
    expect(made.map(({ disposed }) => disposed)).toEqual([false, true])
    expect(made).toHaveLength(2)
  })

  it('retries after a failed start', async () => {
    const { kernels } = pool(2)
    kernels.warm()
    await expect(kernels.acquire()).rejects.toThrow('no memory')
    await expect(kernels.acquire()).rejects.toThrow('no memory')
    await expect(kernels.acquire()).resolves.toBeDefined()
  })

  it('keeps no instance after it is disposed', async () => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    kernels.dispose()
    kernels.release(first)
    expect(made.map(({ disposed }) => disposed)).toEqual([true])
  })
})
