import { binaryStl, box } from '@cotation/geometry/solids'
import type { Locator, Page } from '@playwright/test'
import { file } from './dropped-parts.ts'
import { expect, test } from './journey.ts'
import { arrowTo, press, tabTo } from './keyboard.ts'
import { expectPaid, expectSettled, heading, submitButton } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { desktop, phone, type Screen } from './ordering/screens.ts'
import { checkoutWords, exportWords, quoteWords } from './words.ts'

/** How a customer reaches a control and uses it. */
interface Hand {
  press(control: Locator): Promise<void>
  tick(control: Locator): Promise<void>
  /** Chooses a radio button. */
  pick(control: Locator): Promise<void>
}

const keyboardOnly = (page: Page): Hand => ({
  press: (control) => press(page, control),
  async tick(control) {
    await tabTo(page, control)
    await page.keyboard.press('Space')
    await expect(control).toBeChecked()
  },
  pick: (control) => arrowTo(page, control),
})

const touch: Hand = {
  press: (control) => control.click(),
  tick: (control) => control.check(),
  pick: (control) => control.check(),
}

interface Walk {
  screen: Screen
  hand: Hand
  /** Called on every page, once it has its content. */
  check: (page: string) => Promise<void>
}

/** From the dropped file to the paid order. */
async function orderAPart(page: Page, { screen, hand, check }: Walk): Promise<void> {
  const { language } = screen
  const say = { ...checkoutWords[language], ...quoteWords[language] }
  const exports = exportWords[language]
  const customer = await signUp(screen)
  await anAddress(customer)
  await enter(page, customer, screen)

  await page.goto('/manufacture/quote?technology=3d-printing')
  // The app has replaced the prerendered page, whose upload area does nothing yet.
  await expect(page.locator('#landing, #skeleton')).toHaveCount(0)
  await check('quote home')

  const fileChooser = page.waitForEvent('filechooser')
  await hand.press(page.getByRole('button', { name: say.choose, exact: true }))
  await (await fileChooser).setFiles(file('support.stl', binaryStl(box([60, 40, 12]))))

  const terms = page.getByRole('dialog', { name: say.terms })
  await hand.tick(terms.getByRole('checkbox', { name: quoteWords[language].agree }))
  await hand.press(terms.getByRole('button', { name: say.seePrices }))

  const toCheckout = page.getByRole('link', { name: say.orderReady })
  await expect(toCheckout).toBeVisible({ timeout: 120_000 })
  await check('project')
  await hand.press(toCheckout)

  await expect(heading(page, say.title)).toBeVisible()
  const question = page.getByRole('region', { name: exports.title })
  await hand.pick(question.getByRole('radio', { name: exports.no, exact: true }))
  await hand.tick(question.getByRole('checkbox'))
  await hand.press(question.getByRole('button', { name: exports.save }))
  await expect(question.getByRole('radio')).toHaveCount(0)

  await hand.pick(page.getByRole('radio', { name: say.card, exact: true }))
  await hand.tick(page.getByRole('checkbox', { name: checkoutWords[language].agree }))
  await expectSettled(page, screen)
  await check('checkout')
  await hand.press(submitButton(page, screen))

  await expect(page).toHaveURL(/\/simulator\/pay\//)
  await hand.press(page.getByRole('button', { name: say.accepted, exact: true }))
  await expectPaid(page, screen)
  await check('success')

  await hand.press(page.getByRole('link', { name: say.follow }))
  await expect(heading(page, /\d/)).toBeVisible()
  await check('order')
}

test('a part is ordered and paid with the keyboard alone (fr, desktop)', async ({ page }) => {
  test.slow()
  await orderAPart(page, { screen: desktop, hand: keyboardOnly(page), check: async () => undefined })
})

/** Collects what live regions say. Runs in the browser, before the page's own scripts. */
function listen(): void {
  const said: string[] = []
  const last = new WeakMap<Element, string>()
  const read = () => {
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
      const text = region.textContent?.trim() ?? ''
      // A region that is not shown, such as that of the prerendered page, is silent.
      if (last.get(region) === text || !region.checkVisibility()) continue
      last.set(region, text)
      if (text !== '') said.push(text)
    }
  }
  new MutationObserver(read).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { said })
}

const announcements = (page: Page) =>
  page.evaluate(() => ('said' in window && Array.isArray(window.said) ? window.said.map(String) : []))

/** A line of the accessibility tree with a control that has no name. */
const nameless = /^\s*- (button|link|textbox|checkbox|radio|combobox|spinbutton|slider|img)(:| \[|$)/

test('a screen reader gets names, headings and announcements through a whole order (en, phone)', async ({ page }) => {
  test.slow()
  await page.addInitScript(listen)

  const titles: Readonly<Record<string, RegExp>> = {
    project: /^Your quote \|/,
    checkout: /^Checkout \|/,
    success: /^Order received \|/,
    order: /^Order \|/,
  }

  const check = async (name: string) => {
    const tree = await page.locator('body').ariaSnapshot()
    const lines = tree.split('\n')
    const controls = lines.filter((line) => nameless.test(line))
    expect(controls, `controls without a name (${name})`).toEqual([])

    const mainHeadings = lines.filter((line) => / heading .*\[level=1\]/.test(line))
    expect(mainHeadings, `main heading (${name})`).toHaveLength(1)

    for (const landmark of ['banner', 'main', 'contentinfo'])
      expect(tree, `landmark of ${name}`).toMatch(new RegExp(`^\\s*- ${landmark}`, 'm'))

    const title = titles[name]
    if (title) await expect.poll(() => announcements(page)).toContainEqual(expect.stringMatching(title))
    // Loaded from the provider's page: it must not start with the title of the quote home.
    if (name === 'success') expect((await announcements(page)).join()).not.toMatch(/instant quote/i)
    if (name === 'project')
      await expect.poll(() => announcements(page), { timeout: 30_000 }).toContain('Files analysed: 1 part of 1 ready.')
  }

  await orderAPart(page, { screen: phone, hand: touch, check })
})
