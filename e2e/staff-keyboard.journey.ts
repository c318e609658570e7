import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { heading } from './ordering/checkout-page.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { test } from './staff.ts'
import { staffDeskWords } from './words.ts'

const say = staffDeskWords.fr

test('an order is found, reviewed, noted and put into production with the keyboard alone (fr, desktop)', async ({
  page,
  staff,
}) => {
  test.slow()
  const customer = await signUp(desktop)
  const first = await anOrderPaidByCard(customer)
  const second = await anOrderPaidByCard(customer)
  await staff.open(page, 'today')
  await expect(heading(page, say.today)).toBeVisible()
  const palette = page.getByRole('dialog', { name: say.palette })
  const dialog = page.getByRole('dialog')

  await test.step('the first Tab offers a way past the menu', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: say.skip })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the palette gives the focus back when it is closed', async () => {
    const opener = page.getByRole('button', { name: say.openPalette })
    await press(page, opener)
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('Ctrl-K jumps to an order', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(first.number)
    await expect(palette.getByRole('option', { name: new RegExp(first.number) }).first()).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(heading(page, say.order(first.number))).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('moves it on; cancelling the question returns to its button', async () => {
    const review = page.getByRole('button', { name: say.review, exact: true })
    await press(page, review)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(review).toBeFocused()

    await page.keyboard.press('Enter')
    await press(page, dialog.getByRole('button', { name: say.review, exact: true }))
    await expect(page.getByRole('button', { name: say.produce, exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expectFocusInside(page)
  })

  await test.step('writes a note', async () => {
    await tabTo(page, page.getByLabel(say.note, { exact: true }))
    await page.keyboard.type('Vérifié au pied à coulisse.')
    await press(page, page.getByRole('button', { name: say.addNote }))
    await expect(page.getByText('Vérifié au pied à coulisse.')).toBeVisible()
    await expectFocusInside(page)
  })

  await test.step('walks the list by j and k, and sees its keys by ?', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(say.orders)
    await expect(palette.getByRole('option').first()).toContainText(say.orders)
    await page.keyboard.press('Enter')
    await expect(heading(page, say.orders)).toBeVisible()

    await tabTo(page, page.getByRole('searchbox', { name: say.searchOrders }))
    await page.keyboard.type(customer.email)
    const table = page.getByRole('grid', { name: say.orders })
    await expect(table.getByRole('link')).toHaveCount(2)
    await tabTo(page, table)

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: say.keys })).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')
    await expect(table).toBeFocused()

    await page.keyboard.press('j')
    await expect(activeRow(table)).toContainText(first.number)
    await page.keyboard.press('k')
    await expect(activeRow(table)).toContainText(second.number)
    await page.keyboard.press('x')
    await expect(page.getByText(say.selected(1))).toBeVisible()
    await page.keyboard.press('x')
    await expect(page.getByText(say.selected(1))).toHaveCount(0)
  })

  await test.step('Enter opens the row, and the order goes into production', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(heading(page, say.order(first.number))).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await press(page, page.getByRole('button', { name: say.produce, exact: true }))
    await press(page, dialog.getByRole('button', { name: say.produce, exact: true }))
    await expect(page.getByRole('button', { name: say.check, exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expectFocusInside(page)
  })

  await test.step('the board moves the other order by the choice of a status', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(say.orders)
    await expect(palette.getByRole('option').first()).toContainText(say.orders)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: say.board, exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('combobox', { name: say.moveOrder(second.number) }))
    await page.keyboard.press('ArrowDown')
    await expect(dialog).toBeVisible()
    await press(page, dialog.getByRole('button', { name: say.review, exact: true }))
    await expect(
      page.getByRole('region', { name: say.inReview }).getByRole('link', { name: second.number }),
    ).toBeVisible()
    await expectFocusInside(page)
  })
})

/** The row that keys act on. */
const activeRow = (table: Locator) => table.locator('tbody tr[class*=active]')

/** The next Tab goes on near the place of work: the focus is not lost to the start of the page. */
async function expectFocusInside(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest('main') !== null && document.activeElement !== null),
    )
    .toBe(true)
}
