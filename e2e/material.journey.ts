import { binaryStl, box } from '../packages/geometry/solids.ts'
import { agree, choose, file, line } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { languages, materialWords } from './words.ts'

const first = 'Aluminium 6082-T6'
const second = 'Aluminium 7075-T6'

for (const language of languages) {
  const say = materialWords[language]
  const isPhone = language === 'en'

  test(
    `a visitor filters and compares materials and starts a quote with one (${language})`,
    repeated(isPhone),
    async ({ page }) => {
      if (isPhone) await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(isPhone ? '/manufacture/materials?lang=en' : '/manufacture/materials')
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page).toHaveURL(/\/manufacture\/materials$/)

      await test.step('the filter is in the address, and an empty result says what to loosen', async () => {
        await page.getByLabel(say.process).selectOption('sla')
        await page.getByLabel(say.family).selectOption('resin-soft')
        await page.getByLabel(say.process).selectOption('milling')
        await expect(page.getByText(say.nothing)).toBeVisible()
        await expectAccessible(page)

        await page.getByRole('button', { name: say.anyFamily(36) }).click()
        await page.getByLabel(say.property).selectOption('tensileMpa')
        await page.getByRole('textbox', { name: say.from, exact: true }).fill('300')
        await expect(page).toHaveURL(/process=milling&property=tensileMpa&from=300/)
        await page.reload()
        await expect(page.getByRole('textbox', { name: say.from, exact: true })).toHaveValue('300')
        await expectNoSidewaysScroll(page)
      })

      await test.step('two materials are compared side by side', async () => {
        await page.getByRole('checkbox', { name: say.pick(first) }).check()
        await page.getByRole('checkbox', { name: say.pick(second) }).check()
        await page.getByRole('link', { name: say.compare, exact: true }).click()
        const table = page.getByRole('table', { name: say.comparison })
        await expect(table.getByRole('columnheader')).toHaveCount(3)
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await table.getByRole('link', { name: second, exact: true }).click()
      })

      await test.step('the quote takes the material for the dropped file', async () => {
        await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
        await expectNoSidewaysScroll(page)
        await page.getByRole('link', { name: say.start }).click()
        await expect(page.getByText(say.quotedIn(second))).toBeVisible()
        await expectAccessible(page)

        await choose(page, file('cale.stl', binaryStl(box([30, 20, 10]))))
        await agree(page, language)
        const row = line(page, 'cale.stl', language)
        await expect(row).toContainText(second, { timeout: 120_000 })
        await expect(row.getByRole('progressbar')).toHaveCount(0, { timeout: 120_000 })

        // The server's own figures, after a reload.
        await page.reload()
        await expect(row).toContainText(second, { timeout: 120_000 })
      })
    },
  )
}

test('search engines get the pages of materials without running scripts', async ({ browser, request }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/manufacture/materials/peek?lang=en')
  await expect(page).toHaveTitle('PEEK | Cotation')
  await expect(page.getByRole('heading', { level: 1, name: 'PEEK' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'CNC milling, Housing' })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/manufacture\/materials\/peek\?lang=en$/)
  await context.close()

  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/manufacture/materials/peek</loc>')
})
