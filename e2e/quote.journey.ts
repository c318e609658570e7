import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openService } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { fillSignUp } from './sign-up.ts'
import { type Language, quoteWords, words } from './words.ts'

const parts = join(import.meta.dirname, '../../shared/parts')
const cube = '20mm-xyz-cube.stl'
const holder = '67_9V_battery_holder.step'
const jaw = 'Soft_Jaws_A.STEP'

const screens = [
  { language: 'fr', name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { language: 'en', name: 'a phone', viewport: { width: 390, height: 844 } },
] as const

const line = (page: Page, name: string) => page.locator('[data-line]').filter({ hasText: name })
const priceOf = async (place: Locator) => Number(((await place.textContent()) ?? '').replaceAll(/[^\d]/g, ''))

async function openPart(page: Page, language: Language, name: string): Promise<Locator> {
  await page.getByRole('button', { name: quoteWords[language].open(name) }).click()
  const panel = page.getByRole('article', { name: quoteWords[language].part(name) })
  await expect(panel).toBeVisible()
  return panel
}

async function chooseMaterial(panel: Locator, language: Language, material: string): Promise<void> {
  const say = quoteWords[language]
  await panel.getByRole('button', { name: say.change, exact: true }).click()
  await panel.getByRole('button', { name: say.allTechnologies, exact: true }).click()
  await panel.getByRole('searchbox', { name: say.search }).fill(material)

  const option = panel.getByRole('listitem').filter({ hasText: material }).getByRole('button').first()
  // Price and date appear before the material is chosen.
  await expect(option).toContainText('$')

  await option.click()
  await expect(panel.getByRole('button', { name: say.change, exact: true })).toBeFocused()
}

for (const { language, name: device, viewport } of screens) {
  const say = quoteWords[language]

  test(
    `a visitor quotes real parts, decides, shares, signs up and finds it all again (${language}, ${device})`,
    repeated(language === 'en'),
    async ({ page, browser }) => {
      test.info().skip(!existsSync(parts), 'the folder of real parts is not here')
      test.slow()
      await page.setViewportSize(viewport)
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
      await page.goto('/manufacture/quote?technology=3d-printing')
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()

      await test.step('drops STL and STEP files, agrees, and sees prices', async () => {
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles([cube, holder, jaw].map((file) => join(parts, file)))

        // The dialog gets its name with its title, a moment after it opens.
        const terms = page.getByRole('dialog', { name: /\S/ })
        await expect(terms).toBeVisible()
        await expectAccessible(page)
        await terms.getByRole('checkbox', { name: say.agree }).check()
        await terms.getByRole('button', { name: say.seePrices }).click()

        await expect(page).toHaveURL(/\/manufacture\/quote\/[0-9a-f-]{36}$/)

        for (const file of [cube, holder, jaw]) await expect(line(page, file)).toContainText('$')
        await expect(line(page, cube)).toContainText(say.decision, { timeout: 120_000 })
        await expect(line(page, holder)).toContainText(say.ready, { timeout: 120_000 })
        await expect(line(page, jaw)).toContainText(say.ready, { timeout: 120_000 })

        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })

      await test.step('mills one part: a service replaces another after confirmation, and one adds what it requires', async () => {
        const panel = await openPart(page, language, jaw)
        await chooseMaterial(panel, language, 'Aluminium 6061-T6')

        const anodizing = await openService(panel, say.anodizing)
        await anodizing.getByRole('radio', { name: say.anodizingKind }).check()

        const painting = await openService(panel, say.painting)
        await painting.getByRole('radio', { name: say.paintingKind }).click()

        const asked = page.getByRole('dialog', { name: say.painting })
        await expect(asked).toContainText(say.replaces(say.anodizing))

        await expectAccessible(page)
        await asked.getByRole('button', { name: say.continue }).click()

        await expect(anodizing.getByRole('radio', { name: say.none, exact: true })).toBeChecked()

        await chooseMaterial(panel, language, 'C45')

        const finish = await openService(panel, say.surfaceFinish)
        await finish.getByRole('radio', { name: say.finest }).check()

        await expect(panel.getByText(say.addedWithIt)).toContainText(say.grinding)

        await panel.getByRole('spinbutton', { name: say.quantity }).fill('10')
        await expectAccessible(page)
        await panel.getByRole('button', { name: say.close }).click()
      })

      await test.step('casts another part', async () => {
        const panel = await openPart(page, language, holder)
        const before = await priceOf(panel.getByRole('heading', { level: 2 }).locator('..').getByText('$').first())
        await chooseMaterial(panel, language, 'ABS')
        await expect(panel.getByText('$').first()).not.toHaveText(String(before))
        await panel.getByRole('button', { name: say.close }).click()
      })

      await test.step('prints the third in a material with a mandatory service, and accepts its risk', async () => {
        const panel = await openPart(page, language, cube)
        await chooseMaterial(panel, language, 'MJF PA12 (HP')

        const blasting = await openService(panel, say.sandblasting)
        await expect(blasting.getByRole('radio', { name: say.none })).toBeDisabled()
        await expect(blasting.getByText(say.mandatory)).toBeVisible()

        const risks = panel.getByRole('button', { name: say.acceptRisk, exact: true })
        for (let open = await risks.count(); open > 0; open--) {
          await risks.first().click()
          await page.getByRole('dialog').getByRole('button', { name: say.accept }).click()
          await expect(risks).toHaveCount(open - 1)
        }

        await expect(panel.getByText(say.acceptedBy).first()).toBeVisible()

        await panel.getByRole('button', { name: say.close }).click()
        await expect(line(page, cube)).toContainText(say.ready)
      })

      const link = await test.step('shares the project with a person without an account', async () => {
        await expect(page.getByText(say.saved)).toBeVisible()

        await page.getByRole('button', { name: say.share, exact: true }).click()

        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: say.makeLink }).click()

        const address = await dialog.getByRole('textbox', { name: say.link }).inputValue()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: say.closeDialog, exact: true }).click()

        return address
      })
      const other = await browser.newContext({ viewport, locale: language === 'fr' ? 'fr-FR' : 'en-GB' })
      const guest = await other.newPage()
      await guest.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
      await guest.goto(link)
      // The folded list of customs codes names it too.
      await expect(guest.getByText(cube).filter({ visible: true }).first()).toBeVisible()
      await expectAccessible(guest)
      await other.close()

      await test.step('signs up, and finds the project in the project centre', async () => {
        const email = `devis-${language}@example.com`
        await page.goto('/manufacture/signup')
        await fillSignUp(page, language, { name: `Ada ${language}`, email, password: 'Pied-a-coulisse' })
        await openMail(page, email, words[language].activationSubject)
        await page.getByRole('link', { name: /\/manufacture\/activate/ }).click()
        await page.getByRole('button', { name: words[language].activate }).click()

        await expect(page).toHaveURL(/\/manufacture\/user\/home$/)

        await page.goto('/manufacture/user/project')
        await expectNoSidewaysScroll(page)
        await page
          .getByRole('link', { name: /20mm-xyz-cube/ })
          .first()
          .click()

        await expect(page).toHaveURL(/\/manufacture\/quote\/[0-9a-f-]{36}/)
        await expect(line(page, cube)).toContainText(say.ready)

        await page.goto('/manufacture/user/order/upload-history')
        for (const file of [cube, holder, jaw]) await expect(page.getByText(file).first()).toBeVisible()
      })
    },
  )
}
