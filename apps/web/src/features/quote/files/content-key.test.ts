import { webcrypto } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aFile } from '#features/quote/workspace/fake-server.fixture.ts'
import { countContents } from './content-key.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the number of different contents', () => {
  const files = () => [
    aFile('a.stl', 'first'),
    aFile('b.stl', 'other'),
    aFile('copy.stl', 'first'),
    aFile('c.stl', 'c'),
  ]

  it('counts files with the same bytes once, whatever their names', async () => {
    vi.stubGlobal('crypto', webcrypto)
    expect(await countContents(files())).toBe(3)
  })

  it('counts every file on a page without digests', async () => {
    vi.stubGlobal('crypto', {})
    expect(await countContents(files())).toBe(4)
  })
})
