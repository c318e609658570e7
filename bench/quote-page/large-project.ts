import type { Page } from '@playwright/test'

export const lineCount = 200

/** A file for the file chooser. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

interface ProjectResponse {
  data: { project: { lines: { id: string; status: string }[] } }
}

/** An open project of 200 lines: a few uploaded files and copies of their lines. */
export async function openLargeProject(page: Page, parts: readonly ChosenFile[]): Promise<void> {
  await page.goto('/manufacture/quote')
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...parts])
  await page.waitForURL(/\/quote\/[0-9a-f-]{36}/)

  const projectId = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
  const stored = await page.evaluate(() => localStorage.getItem('temporaryToken') ?? '')
  const { value } = JSON.parse(stored) as { value: string }
  const headers = { authorization: `Bearer ${value}` }
  const path = `/gateway/global/project/${projectId}`

  for (;;) {
    const { data } = (await (await page.request.get(path, { headers })).json()) as ProjectResponse
    const { lines } = data.project
    // Not only ready ones: the process that suits a part may leave something to decide.
    const lineIds = lines.filter(({ status }) => status !== 'analysing').map(({ id }) => id)

    if (lines.length >= lineCount) break

    if (lineIds.length < parts.length) {
      await page.waitForTimeout(500)
      continue
    }

    const copiedIds = lineIds.slice(0, lineCount - lines.length)
    const body = { lineIds: copiedIds, toProjectId: projectId, copy: true }
    const copied = await page.request.post(`${path}/lines/transfer`, { headers, data: body })
    if (!copied.ok()) throw new Error(`copying lines was answered with ${copied.status()}`)
  }

  await page.reload()
  // With the rows of the head and the totals.
  await page.locator(`table[aria-rowcount="${lineCount + 2}"]`).waitFor()
}
