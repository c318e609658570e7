import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const docs = new URL('../docs/', import.meta.url)
const page = readFileSync(new URL('accessibility.md', docs), 'utf8')

/** WCAG 2.2 has 31 criteria of level A and 24 of level AA; 4.1.1 was removed. */
const criteriaCount = { A: 31, AA: 24 } as const

it('lists every criterion of WCAG 2.2 A and AA once', () => {
  const rows = [...page.matchAll(/^\| (\d\.\d\.\d+) \| (A{1,2}) \|/gm)].map(([, id, level]) => ({ id, level }))

  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  for (const level of ['A', 'AA'] as const)
    expect(rows.filter((row) => row.level === level)).toHaveLength(criteriaCount[level])
})

it('names only tests and journeys that exist', () => {
  const links = [...page.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, link]) => link ?? '')

  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((link) => !existsSync(new URL(link, docs)))).toEqual([])
})
