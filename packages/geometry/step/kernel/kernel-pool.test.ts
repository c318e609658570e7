import { describe, expect, it } from 'vitest'
import { kernelPool, type Poolable } from './kernel-pool.ts'

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

  return { made, kernels: kernelPool(start, { heapBytes: 100, files: 3 }) }
}

describe('the pool of kernels', () => {
  it('hands a fit instance on to the next file', async () => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    first.filesRead = 1
    kernels.release(first)
    expect(await kernels.acquire()).toBe(first)
    expect(made).toHaveLength(1)
  })

  it.each([
    ['broke', { broken: true }],
    ['read its number of files', { filesRead: 3 }],
    ['grew too large', { bytes: 101 }],
  ])('throws one away that %s, and has another ready', async (_, change) => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    kernels.release(Object.assign(first, change))
    expect(made).toHaveLength(2)
    expect(made[0]?.disposed).toBe(true)
    expect(await kernels.acquire()).toBe(made[1])
  })

  it('starts ahead once, however often it is warmed', async () => {
    const { made, kernels } = pool()
    kernels.warm()
    kernels.warm()
    expect(made).toHaveLength(1)
    expect(await kernels.acquire()).toBe(made[0])
  })

  it('gives two files at a time two instances, and keeps one of them', async () => {
    const { made, kernels } = pool()
    const [a, b] = await Promise.all([kernels.acquire(), kernels.acquire()])
    expect(a).not.toBe(b)
    kernels.release(a)
    kernels.release(b)
    expect(made.map(({ disposed }) => disposed)).toEqual([false, true])
    expect(made).toHaveLength(2)
  })

  it('tries again after a start that failed', async () => {
    const { kernels } = pool(2)
    kernels.warm()
    await expect(kernels.acquire()).rejects.toThrow('no memory')
    await expect(kernels.acquire()).rejects.toThrow('no memory')
    await expect(kernels.acquire()).resolves.toBeDefined()
  })

  it('keeps nothing once disposed of', async () => {
    const { made, kernels } = pool()
    const first = await kernels.acquire()
    kernels.dispose()
    kernels.release(first)
    expect(made.map(({ disposed }) => disposed)).toEqual([true])
  })
})
