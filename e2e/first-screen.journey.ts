import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, expectStatus, file, line, openPart, panel } from './dropped-parts.ts'
import { expect, test } from './journey.ts'
import { parts } from './screenshots/parts.ts'

/** Its dimensions have two decimals each. */
const housing = file('boitier.stl', binaryStl(box([34.15, 21.44, 14.46])))

/** Twelve more different files: the readers ignore what follows the last triangle. */
const copies = [0, 1].flatMap((copy) =>
  parts.map(({ name, mimeType, buffer }) => ({
    name: `${copy}-${name}`,
    mimeType,
    buffer: Buffer.concat([buffer, Buffer.alloc(copy)]),
  })),
)

const files = [housing, ...copies]

test('ten lines and the summary are in sight at 1440 × 900, and no column is cut', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await drop(page, files)
  await page.getByRole('button', { name: 'Non merci' }).click()
  for (const { name } of files) await expectStatus(page, name, /Prête|Décision requise/)

  await test.step('ten rows are whole without scrolling', async () => {
    await expect(line(page, files[9]?.name ?? '')).toBeInViewport({ ratio: 1 })
  })

  await expect(line(page, housing.name)).toContainText('34,15 × 21,44 × 14,46 mm')
  await expect(line(page, housing.name).getByRole('combobox')).toContainText('Économique')

  for (const width of [1280, 1440, 1920]) {
    await test.step(`every column fits its content at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const rows = page.locator('tr[data-line]')

      const cut = await page
        .locator('[data-lines-scroller], tr[data-line] > td')
        .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length)
      expect(cut).toBe(0)

      // Two lines hold process, colour and tolerance of a part without services. A hidden third one
      // counts in full; letters may stand out of their line by a pixel.
      const hiddenHeights = await rows
        .locator('[data-finish]')
        .filter({ hasText: 'Stéréolithographie' })
        .evaluateAll((texts) => texts.map((one) => one.scrollHeight - one.clientHeight))
      expect(hiddenHeights.length).toBeGreaterThan(5)
      expect(Math.max(...hiddenHeights)).toBeLessThan(4)

      // A select hides what does not fit; its natural width fits its longest option.
      const clipped = await rows.getByRole('combobox').evaluateAll((selects) => {
        const widths = selects.map((select) => select.clientWidth)
        for (const select of selects) select.style.width = 'max-content'
        const natural = selects.map((select) => select.clientWidth)
        for (const select of selects) select.style.width = ''
        return natural.filter((needed, at) => needed > (widths[at] ?? 0)).length
      })
      expect(clipped).toBe(0)

      const heights = await rows.evaluateAll((some) => some.map((row) => row.getBoundingClientRect().height))
      expect(new Set(heights)).toEqual(new Set([48]))
    })
  }

  await test.step('prices stay in sight beside an open part at 1920 px', async () => {
    await page.setViewportSize({ width: 1920, height: 900 })
    await openPart(page, housing.name)

    const sideways = () =>
      page.locator('[data-lines-scroller]').evaluate((box) => Math.max(0, box.scrollWidth - box.clientWidth))
    await expect.poll(sideways).toBe(0)

    await page.keyboard.press('Escape')
    await expect(panel(page, housing.name)).toHaveCount(0)
  })

  await test.step('the summary stays while the lines scroll', async () => {
    await page.setViewportSize({ width: 1440, height: 600 })
    await page
      .locator('tr[data-line]')
      .last()
      .evaluate((row) => row.scrollIntoView({ block: 'end' }))
    await expect(page.getByRole('region', { name: 'Résumé du projet' })).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Commander/ })).toBeInViewport()
  })
})
