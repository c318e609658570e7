import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import type { FileStore } from '#adapters/files.ts'
import { mailedKey } from './mailed-key.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-secret-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A server that looked for the secret just before another one created it. */
function lateServer(store: FileStore): FileStore {
  let hasLooked = false
  return {
    put: (...args) => store.put(...args),
    create: (...args) => store.create(...args),
    remove: (key) => store.remove(key),
    list: (prefix) => store.list(prefix),
    get: async (key) => {
      if (hasLooked) return store.get(key)
      hasLooked = true
      return null
    },
  }
}

/** The keys of two servers that start in the same second, and of the first one later. */
async function racingKeys(files: FileStore): Promise<string[]> {
  const first = await mailedKey({ files }, 'order')
  const second = await mailedKey({ files: lateServer(files) }, 'order')
  return [first, second, await mailedKey({ files }, 'order')]
}

describe('the key of a mailed link', () => {
  it('is the same on two servers that create the secret at the same time', async () => {
    const keys = await racingKeys(createDiskFileStore(join(folder, 'race')))
    expect(new Set(keys).size).toBe(1)
  })

  it('would differ if the later server replaced the secret (control)', async () => {
    const store = createDiskFileStore(join(folder, 'control'))
    const replacing: FileStore = {
      put: (...args) => store.put(...args),
      create: async (...args) => Boolean(await store.put(...args)),
      remove: (key) => store.remove(key),
      list: (prefix) => store.list(prefix),
      get: (key) => store.get(key),
    }
    expect(new Set(await racingKeys(replacing)).size).toBe(2)
  })

  it('is the same for concurrent jobs, and another one for another subject', async () => {
    const files = createDiskFileStore(join(folder, 'jobs'))
    const keys = await Promise.all(Array.from({ length: 10 }, () => mailedKey({ files }, 'order')))
    expect(new Set(keys).size).toBe(1)
    expect(keys).not.toContain(await mailedKey({ files }, 'other'))
  })
})
