import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, file, line } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { languages, quoteWords } from './words.ts'

const texts = {
  fr: { bar: /^Délai du projet/, economy: /^Économique/, standard: /^Standard/, ready: 'Prête' },
  en: {
    bar: /^Lead time of the project/,
    economy: /^Economy/,
    standard: /^Standard/,
    ready: 'Ready',
  },
} as const

for (const language of languages) {
  test(
    `the bar above the table chooses a lead time for the whole project (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      const say = texts[language]
      const files = [file('bloc.stl', binaryStl(box([40, 30, 20]))), file('cale.stl', binaryStl(box([60, 30, 15])))]
      await drop(page, files, language)
      for (const { name } of files) {
        await expect(line(page, name, language).getByText(say.ready, { exact: true })).toBeVisible({ timeout: 120_000 })
      }

      const bar = page.getByRole('radiogroup', { name: say.bar })
      const tier = (name: RegExp) => bar.locator('label', { has: page.getByRole('radio', { name }) })
      const minor = async (name: RegExp) => (await tier(name).locator('data').getAttribute('value')) ?? ''
      const summary = page.getByRole('region', { name: quoteWords[language].projectSummary })
      const total = summary.locator('dl data').first()

      // Express is not earlier than standard in two working days, so it is not offered.
      await expect(bar.getByRole('radio')).toHaveCount(2)
      await expect(tier(say.standard).getByRole('radio')).toBeChecked()
      await expect(total).toHaveAttribute('value', await minor(say.standard))

      const economy = await minor(say.economy)
      expect(Number(economy)).toBeLessThan(Number(await minor(say.standard)))
      await tier(say.economy).click()
      await expect(tier(say.economy).getByRole('radio')).toBeChecked()
      await expect(total).toHaveAttribute('value', economy)

      await page.keyboard.press('Control+z')
      await expect(tier(say.standard).getByRole('radio')).toBeChecked()

      const row = await bar.boundingBox()
      expect(row?.height).toBeLessThan(64)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(bar).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    },
  )
}
