import type { Locator, Page } from '@playwright/test'
import { line, openPricedPart } from './dropped-parts.ts'
import { expect, test } from './journey.ts'
import { expectSettled } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop } from './ordering/screens.ts'
import { checkoutWords, quoteWords, words } from './words.ts'

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

/** Texts with less than 4.5:1 against the nearest background. Runs in the browser. */
function unreadable(box: Element): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('no canvas')

  const channels = (colour: string): number[] => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backgroundOf = (element: Element | null): string => {
    if (!element) return 'Canvas'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 255 ? backgroundColor : backgroundOf(element.parentElement)
  }

  const found: string[] = []
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: parent, textContent: text } = texts.currentNode
    if (!parent?.checkVisibility() || !text?.trim() || parent.closest('.visually-hidden, option, :disabled')) continue

    const one = luminance(getComputedStyle(parent).color)
    const other = luminance(backgroundOf(parent))
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) found.push(`“${text.trim()}” has ${contrast.toFixed(1)}:1`)
  }
  return found
}

test('what is chosen in a project and at the checkout shows in forced colours (E15)', async ({ page }) => {
  test.slow()
  const say = { ...quoteWords.fr, ...checkoutWords.fr }
  const customer = await signUp(desktop)
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, desktop)

  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await page.goto(`/manufacture/quote/${project.id}`)
      const row = line(page, 'equerre.stl')
      const selection = row.getByRole('checkbox', { name: say.selectPart })
      await expect(row.getByText('Prête')).toBeVisible()
      expect(await row.evaluate(unreadable), 'texts of a row').toEqual([])

      const empty = await look(page, selection)
      await selection.check()
      expect(await look(page, selection), 'the box of a selected part').not.toBe(empty)
      expect(await row.evaluate(unreadable), 'texts of a selected row').toEqual([])
      await selection.uncheck()

      const part = await openPricedPart(page, 'equerre.stl')
      const leads = part.getByRole('radiogroup', { name: say.lead })
      const other = leads.locator('label').filter({ has: page.locator('input:not(:checked):enabled') })
      const lead = leads.locator(`label[for="${await other.first().getAttribute('for')}"]`)
      const notChosen = await look(page, lead)
      await lead.click()
      await expect(lead.getByRole('radio')).toBeChecked()
      expect(await look(page, lead), 'a chosen lead time').not.toBe(notChosen)
      expect(await part.evaluate(unreadable), 'texts of a part').toEqual([])

      await page.goto(`/manufacture/checkout?project=${project.id}`)
      const card = page.getByRole('radio', { name: say.card, exact: true })
      const bank = page.getByRole('radio', { name: say.bank, exact: true })
      await bank.check()
      await expectSettled(page, desktop)
      const unpicked = await look(page, card)
      await card.check()
      expect(await look(page, card), 'a chosen way to pay').not.toBe(unpicked)
    })
  }
})
