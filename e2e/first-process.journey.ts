import { binaryStl, placed, sphere, steppedShaft } from '../packages/geometry/solids.ts'
import { boxText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { drop, file, openPricedPart, panel } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { languages, processWords, quoteWords } from './words.ts'

const plate = new TextEncoder().encode(boxText([200, 150, 8]))

const shaft = steppedShaft()

/** A pebble with waves: no face of it is flat or round. */
const pebble = placed(sphere(10, 32), ([x, y, z]) => [
  1.6 * x + 2.5 * Math.sin(0.3 * y),
  y + 2 * Math.sin(0.2 * z + 0.1 * x),
  0.7 * z + 1.5 * Math.cos(0.3 * x),
])

const files = [file('plaque.step', plate), file('arbre.stl', binaryStl(shaft)), file('galet.stl', binaryStl(pebble))]

for (const language of languages) {
  const say = processWords[language]
  const isPhone = language === 'en'

  test(
    `each part starts with the process that suits it, and processes are compared (${language})`,
    repeated(isPhone),
    async ({ page }) => {
      await drop(page, files, language, '')
      if (isPhone) await page.setViewportSize({ width: 390, height: 844 })

      const reasons = [
        ['arbre.stl', say.mesh(say.turning)],
        ['galet.stl', say.freeform(97)],
        ['plaque.step', say.plate(8)],
      ] as const

      for (const [name, reason] of reasons) {
        await test.step(`${name} says why its process suits it`, async () => {
          const part = await openPricedPart(page, name, language)
          await expect(part.getByText(say.suggested)).toContainText(reason)
          if (name !== 'plaque.step') await part.getByRole('button', { name: quoteWords[language].close }).click()
        })
      }

      const part = panel(page, 'plaque.step', language)
      const options = part.getByRole('list', { name: say.list })

      await test.step('the comparison shows from which quantity milling is cheaper', async () => {
        await part.getByRole('button', { name: say.compare }).press('Enter')
        await expect(options.getByRole('button', { name: say.milling })).toHaveAttribute('aria-current', 'true')
        await expect(part.getByText(say.cheapestFirst(1, 2, say.resin))).toContainText(
          say.cheapestNext(3, 100, say.milling),
        )

        const table = part.getByRole('table', { name: say.table })
        const lowest = (quantity: string) =>
          table
            .getByRole('row')
            .filter({ has: page.getByRole('rowheader', { name: quantity, exact: true }) })
            .getByRole('cell')
            .filter({ hasText: say.lowest })
        const price = (quantity: string) => lowest(quantity).locator('data').getAttribute('value')
        await expect(part.getByRole('img', { name: say.chart })).toBeVisible()
        expect(Number(await price('1'))).toBeGreaterThan(Number(await price('5')))

        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: null })
      })

      await test.step('one click changes the process, and another takes the advice again', async () => {
        await options.getByRole('button', { name: say.resin }).click()
        await expect(part.getByText(say.better)).toContainText(say.plate(8))

        await part.getByRole('button', { name: say.take }).click()
        await expect(part.getByText(say.suggested)).toContainText(say.plate(8))
        await expect(options.getByRole('button', { name: say.milling })).toHaveAttribute('aria-current', 'true')
      })

      await test.step('another quantity changes the advice at most, never the process', async () => {
        await part.getByRole('spinbutton', { name: quoteWords[language].quantity }).fill('20')
        await expect(part.getByText(say.suggested)).toContainText(say.plate(8))
        await expectNoSidewaysScroll(page)
      })
    },
  )
}
