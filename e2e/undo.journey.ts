import { binaryStl, box } from '@cotation/geometry/solids'
import { drop, file, line } from './dropped-parts.ts'
import { expect, expectApart, test } from './journey.ts'
import { quoteWords } from './words.ts'

const names = ['cale-1.stl', 'cale-2.stl', 'cale-3.stl', 'cale-4.stl']

test('removed parts come back as they were, after a reload too (fr, desktop)', async ({ page }) => {
  const say = quoteWords.fr
  await drop(
    page,
    names.map((name, at) => file(name, binaryStl(box([20 + at, 15, 8])))),
  )
  const quantityOf = (name: string) => line(page, name).getByRole('spinbutton')
  const undo = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('a part is configured, and one is removed without a question', async () => {
    await quantityOf('cale-2.stl').fill('25')
    await quantityOf('cale-2.stl').press('Enter')
    await expect(undo(say.undoQuantity)).toBeVisible()

    await line(page, 'cale-4.stl').getByRole('checkbox').check()
    await page.keyboard.press('Delete')
    await expect(line(page, 'cale-4.stl')).toHaveCount(0)

    // Its message must not cover what the customer may want to press next.
    const message = page.getByRole('status').filter({ hasText: say.removed(1) })
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectApart(message, page.getByRole('group', { name: say.projectTools }))
      const summary = page.getByRole('region', { name: say.projectSummary })
      await expectApart(message, summary.locator('[data-tour=order]').locator('a, button'))
    }

    await undo(say.undoRemoval).click()
    await expect(line(page, 'cale-4.stl')).toBeVisible()
    await expect(undo(say.undoQuantity)).toBeVisible()
  })

  await test.step('all parts are removed after a question', async () => {
    await page.getByRole('checkbox', { name: say.selectAll(4) }).check()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: say.removeTitle(4) })
    await question.getByRole('button', { name: say.remove, exact: true }).click()
    await expect(line(page, 'cale-1.stl')).toHaveCount(0)
    // The parts disappear at once; the step can be undone when the server has removed them.
    await expect(undo(say.undoRemoval)).toBeVisible()
  })

  await test.step('the next page restores them with their configuration, then undoes the edit', async () => {
    await page.reload()
    await undo(say.undoRemoval).click()
    for (const name of names) await expect(line(page, name)).toBeVisible()
    await expect(quantityOf('cale-2.stl')).toHaveValue('25')

    await undo(say.undoQuantity).click()
    await expect(quantityOf('cale-2.stl')).toHaveValue('1')
  })
})
