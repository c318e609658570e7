import type { Page } from '@playwright/test'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, expectStatus, file } from './dropped-parts.ts'
import { expect, test } from './journey.ts'

const steps = ['project', 'summary', 'lines', 'material', 'services', 'price', 'findings', 'order'] as const

/** The highlight lies inside the window and inside the target of the step. */
async function expectHighlighted(page: Page, id: string): Promise<void> {
  await expect(async () => {
    const target = await page.locator(`[data-tour="${id}"]`).boundingBox()
    const spot = await page.locator('[data-tour-spot]').boundingBox()
    const size = page.viewportSize()
    if (!target || !spot || !size) throw new Error(`nothing is highlighted for ${id}`)

    expect(spot.height, id).toBeGreaterThan(20)
    expect(spot.height, id).toBeLessThan(0.6 * size.height)
    expect(spot.y, id).toBeGreaterThanOrEqual(Math.max(0, target.y) - 1)
    expect(spot.y + spot.height, id).toBeLessThanOrEqual(Math.min(size.height, target.y + target.height) + 1)
    expect(spot.x, id).toBeGreaterThanOrEqual(Math.max(0, target.x) - 1)
  }).toPass({ timeout: 60_000 })
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`every step of the tour highlights its target at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await drop(page, [file('bloc.stl', binaryStl(box([40, 30, 20])))])
    await expectStatus(page, 'bloc.stl', 'Prête')
    await page.getByRole('button', { name: 'Montrez-moi' }).click()

    for (const id of steps) {
      await expectHighlighted(page, id)
      const isLast = id === steps.at(-1)
      await page.getByRole('button', { name: isLast ? 'Terminer' : 'Suivant', exact: true }).click()
    }

    await expect(page.locator('[data-tour-spot]')).toHaveCount(0)
  })
}
