import type { Page } from '@playwright/test'
import { box, cylinder, tube } from '../../packages/geometry/solids/solids.ts'
import { binaryStl } from '../../packages/geometry/solids/stl.ts'

export const lineCount = 200
const kinds = 10

/** Ten parts of three kinds, no two of a size. */
const parts = Array.from({ length: kinds }, (_, i) => {
  const size = 20 + 3 * i
  const solids = [box([size, size, size / 2]), cylinder(size / 2, size), tube(size / 2, size / 3, size)]
  const mesh = solids[i % solids.length] ?? box()
  return { name: `part-${i}.stl`, mimeType: 'model/stl', buffer: Buffer.from(binaryStl(mesh)) }
})

interface Answer {
  data: { project: { lines: { id: string; status: string }[] } }
}

/** A project of 200 lines on the screen: ten files that a visitor chose, and copies of their lines as the product itself makes them. */
export async function openLargeProject(page: Page): Promise<void> {
  await page.goto('/manufacture/quote')
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await page.locator('input[type=file]').first().setInputFiles(parts)
  await page.waitForURL(/\/quote\/[0-9a-f-]{36}/)
  const projectId = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
  const stored = await page.evaluate(() => localStorage.getItem('temporaryToken') ?? '')
  const { value } = JSON.parse(stored) as { value: string }
  const headers = { authorization: `Bearer ${value}` }
  const path = `/gateway/global/project/${projectId}`
  for (;;) {
    const { data } = (await (await page.request.get(path, { headers })).json()) as Answer
    const { lines } = data.project
    const lineIds = lines.filter(({ status }) => status === 'ready').map(({ id }) => id)
    if (lines.length >= lineCount) break
    if (lineIds.length < kinds) await page.waitForTimeout(500)
    else {
      const wanted = lineIds.slice(0, Math.min(lineIds.length, lineCount - lines.length))
      const body = { lineIds: wanted, toProjectId: projectId, copy: true }
      const copied = await page.request.post(`${path}/lines/transfer`, { headers, data: body })
      if (!copied.ok()) throw new Error(`copying lines was answered with ${copied.status()}`)
    }
  }
  await page.reload()
  await page.locator(`table[aria-rowcount="${lineCount + 1}"]`).waitFor()
}
