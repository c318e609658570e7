// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
const rawControl = /<(button|input|select|textarea|dialog)\b/

async function listScreens(): Promise<string[]> {
  const entries = await readdir(sources, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'))
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)))
}

it('finds no raw button, input, select, textarea or dialog outside of ui/', async () => {
  const screens = await listScreens()
  const drawn: string[] = []
  for (const file of screens) {
    if (file.startsWith('ui/')) continue
    if (rawControl.test(await readFile(join(sources, file), 'utf8'))) drawn.push(file)
  }

  expect(screens.length).toBeGreaterThan(100)
  expect(drawn).toEqual([])
})
