import type { Locator, Page } from '@playwright/test'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, expectStatus, file, line } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { languages, quoteWords } from './words.ts'

/** The charges on import by country, as each language names them. */
const countries = {
  fr: [
    ['France', ['Droits de douane, code SH 3926.90', 'TVA à l’importation']],
    ['Allemagne', ['Droits de douane, code SH 3926.90', 'TVA à l’importation']],
    ['États-Unis', ['Droits de douane, code SH 3926.90', 'Droit additionnel « section 301 », code SH 3926.90']],
    ['Suisse', ['Droits de douane, code SH 3926.90', 'TVA à l’importation']],
  ],
  en: [
    ['France', ['Customs duty, HS code 3926.90', 'Import VAT']],
    ['Germany', ['Customs duty, HS code 3926.90', 'Import VAT']],
    ['United States', ['Customs duty, HS code 3926.90', 'Section 301 additional duty, HS code 3926.90']],
    ['Switzerland', ['Customs duty, HS code 3926.90', 'Import VAT']],
  ],
} as const

const cents = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** The rows of the dialog: what is charged, and how much (cents). */
async function charges(dialog: Locator): Promise<{ names: string[]; amounts: number[] }> {
  const names = await dialog.locator('dl > div > dt').allTextContents()
  const amounts = await dialog.locator('dl > div > dd').allTextContents()
  return { names, amounts: amounts.map(cents) }
}

const widths = [1440, 390]

const show = (page: Page, width: number) => page.setViewportSize({ width, height: width === 390 ? 844 : 900 })

/** The screen is accessible and fits at both widths. */
async function expectGoodAtBothWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await show(page, width)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

for (const language of languages)
  test(`a visitor sees carriage and landed cost for four countries at both widths (${language})`, async ({ page }) => {
    const say = quoteWords[language]
    await drop(page, [file('cale.stl', binaryStl(box([60, 40, 20])))], language)
    await expect(line(page, 'cale.stl', language).getByText(say.ready)).toBeVisible({ timeout: 120_000 })

    const figure = page
      .getByRole('region', { name: say.projectSummary })
      .locator('dl > div')
      .filter({ hasText: say.landed })
    await expect(figure).toContainText('France')
    await expectGoodAtBothWidths(page)

    await figure.getByRole('button', { name: say.landedDetails }).click()
    const dialog = page.getByRole('dialog', { name: say.landedTitle })
    const country = dialog.getByRole('combobox', { name: say.country })
    await expect(country).toHaveValue('France')
    await expect(dialog.getByText(say.billedWeight)).toBeVisible()

    for (const [index, [name, imports]] of countries[language].entries()) {
      await show(page, index % 2 === 0 ? 1440 : 390)
      await country.fill(name)
      await page.getByRole('option', { name, exact: true }).click()
      await expect(figure).toContainText(name)

      // The rows of the new country follow its name.
      await expect(async () => {
        const { names, amounts } = await charges(dialog)
        for (const charge of imports) expect(names.some((text) => text.startsWith(charge))).toBe(true)
        expect(amounts.at(-1)).toBe(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0))
      }).toPass({ timeout: 60_000 })
    }
    await expectGoodAtBothWidths(page)

    // The country is the project's: it is still there after a reload.
    await page.reload()
    await expect(figure).toContainText(countries[language].at(-1)?.[0] ?? '')
  })

test('a country without figures has no estimate of duty and tax rather than zero', async ({ page }) => {
  const say = quoteWords.fr
  await drop(page, [file('cale.stl', binaryStl(box([62, 40, 20])))])
  await expectStatus(page, 'cale.stl', say.ready)

  await page.getByRole('button', { name: say.landedDetails }).click()
  const dialog = page.getByRole('dialog', { name: say.landedTitle })
  await dialog.getByRole('combobox', { name: say.country }).fill('bresil')
  await page.getByRole('option', { name: 'Brésil' }).click()

  await expect(dialog.getByText(say.importGap)).toBeVisible()
})
