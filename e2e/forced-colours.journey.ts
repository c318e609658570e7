import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { words } from './words.ts'

/** How a control looks at rest: a focus ring would make any two states differ. */
async function look(page: Page, shown: Locator): Promise<string> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.mouse.move(0, 0)
  const picture = await shown.screenshot({ animations: 'disabled' })
  return picture.toString('base64')
}

test('chosen controls look different from others in forced colours (E15)', async ({ page }) => {
  const say = words.fr

  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await page.goto('/manufacture/signup')

      const terms = page.getByRole('checkbox', { name: say.agree })
      const empty = await look(page, terms)
      await terms.check()
      expect(await look(page, terms), 'a ticked box').not.toBe(empty)

      // The radio button itself is hidden, its label shows the choice.
      const company = page.locator('label').filter({ has: page.getByRole('radio', { name: 'Entreprise' }) })
      const notChosen = await look(page, company)
      await company.click()
      expect(await look(page, company), 'a chosen segment').not.toBe(notChosen)

      const english = page.getByRole('button', { name: words.en.languageButton })
      const notPressed = await look(page, english)
      await english.click()
      await expect(english).toHaveAttribute('aria-pressed', 'true')
      expect(await look(page, english), 'a pressed button').not.toBe(notPressed)
      await page.getByRole('button', { name: words.fr.languageButton }).click()
    })
  }
})
