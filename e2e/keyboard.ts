import { expect, type Locator, type Page } from '@playwright/test'

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

/** More Tabs than any screen needs; the list of tasks is long when other journeys run beside. */
const maxTabs = 400

/** Presses Tab until a control has the focus. Fails if the keyboard cannot reach it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  await expect(control, 'reached by Tab').toBeFocused({ timeout: 1 })
}

/** Tab reaches one radio button of a group, the arrow keys the others. */
export async function arrowTo(page: Page, radio: Locator): Promise<void> {
  await expect(radio).toBeVisible()
  const isInGroup = () =>
    radio.evaluate((element) => {
      const focused = document.activeElement
      return element instanceof HTMLInputElement && focused instanceof HTMLInputElement && focused.name === element.name
    })
  for (let tabs = 0; tabs < maxTabs && !(await isInGroup()); tabs++) await page.keyboard.press('Tab')
  for (let steps = 0; steps < 10 && !(await hasFocus(radio)); steps++) await page.keyboard.press('ArrowDown')
  if (!(await radio.isChecked())) await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}

/** Presses a button or follows a link, without a mouse. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Goes down a list of choices to the one with a value. */
export async function choose(page: Page, select: Locator, value: string): Promise<void> {
  await tabTo(page, select)
  for (let steps = 0; steps < 30 && (await select.inputValue()) !== value; steps++)
    await page.keyboard.press('ArrowDown')
  await expect(select).toHaveValue(value)
}
