import { drop, expectStatus, line } from './dropped-parts.ts'
import { expect, test } from './journey.ts'
import { parts } from './screenshots/parts.ts'

/** Twelve different files: the readers ignore what follows the last triangle. */
const files = [0, 1].flatMap((copy) =>
  parts.map(({ name, mimeType, buffer }) => ({
    name: `${copy}-${name}`,
    mimeType,
    buffer: Buffer.concat([buffer, Buffer.alloc(copy)]),
  })),
)

test('ten lines and the summary are in sight at 1440 × 900, and no column is cut', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await drop(page, files)
  await page.getByRole('button', { name: 'Non merci' }).click()
  for (const { name } of files) await expectStatus(page, name, /Prête|Décision requise/)

  await test.step('ten rows are whole without scrolling', async () => {
    const tenth = await line(page, files[9]?.name ?? '').boundingBox()
    expect((tenth?.y ?? 900) + (tenth?.height ?? 0)).toBeLessThanOrEqual(900)
  })

  for (const width of [1280, 1440, 1920]) {
    await test.step(`size, volume and prices fit their columns at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const cut = await page
        .locator('tr[data-line] > td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
      expect(cut).toBe(0)
    })
  }

  await test.step('the summary stays while the lines scroll', async () => {
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('region', { name: 'Résumé du projet' })).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Commander/ })).toBeInViewport()
  })
})
