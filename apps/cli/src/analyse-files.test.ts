import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryStl, box } from '@cotation/geometry/solids'
import { expect, it } from 'vitest'
import { analyseFiles } from './analyse-files.ts'
import { loadTexts } from './texts.ts'

it('files are analysed one after the other, each announced before and cleared after', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-files-'))
  const files = ['a.stl', 'gone.stl', 'b.stl'].map((name) => join(folder, name))
  const [a = '', , b = ''] = files
  await writeFile(a, binaryStl(box([1, 2, 3])))
  await writeFile(b, binaryStl(box([2, 2, 2])))

  const seen: string[] = []
  const terminal = { out: () => undefined, err: () => undefined, progress: (text: string) => void seen.push(text) }
  try {
    for await (const result of analyseFiles(files, undefined, await loadTexts('en'), terminal)) {
      seen.push('refusal' in result ? result.refusal.code : `${result.analysis.volumeMm3} mm³`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  const announced = (number: number) => `File ${number} of 3: ${files[number - 1]}`
  expect(seen).toEqual([announced(1), '', '6 mm³', announced(2), '', 'unreadable', announced(3), '', '8 mm³'])
})
