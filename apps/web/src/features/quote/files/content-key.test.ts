import { webcrypto } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { aFile } from '#features/quote/workspace/fake-server.fixture.ts'
import { contentKey } from './content-key.ts'

afterEach(() => vi.unstubAllGlobals())

it('is equal for files with the same bytes, whatever their names', async () => {
  vi.stubGlobal('crypto', webcrypto)
  const key = await contentKey(aFile('a.stl', 'first'))
  expect(await contentKey(aFile('copy.stl', 'first'))).toBe(key)
  expect(await contentKey(aFile('b.stl', 'other'))).not.toBe(key)
})
