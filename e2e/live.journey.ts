import { line } from './dropped-parts.ts'
import { expect } from './journey.ts'
import { enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop } from './ordering/screens.ts'
import { test } from './staff.ts'
import { orderWords } from './words.ts'

/** Much shorter than the intervals of polling. */
const atOnce = { timeout: 10_000 }

test('a second tab shows a quantity as soon as the first has saved it (fr, desktop)', async ({ page }) => {
  const customer = await signUp(desktop)
  const { id } = await aReadyProject(customer)
  await enter(page, customer, desktop)
  const other = await page.context().newPage()
  const quantityIn = (tab: typeof page) => line(tab, 'equerre.stl').getByRole('spinbutton')

  for (const tab of [page, other]) {
    const streaming = tab.waitForResponse('**/gateway/global/live')
    await tab.goto(`/manufacture/quote/${id}`)
    await expect(quantityIn(tab)).toHaveValue('60')
    expect((await streaming).status()).toBe(200)
  }

  await quantityIn(page).fill('75')
  await quantityIn(page).press('Enter')
  await expect(quantityIn(other)).toHaveValue('75', atOnce)

  await quantityIn(other).fill('90')
  await quantityIn(other).press('Enter')
  await expect(quantityIn(page)).toHaveValue('90', atOnce)
})

test('the page of an order follows staff without a reload (fr, desktop)', async ({ page, staff }) => {
  const say = orderWords.fr
  const customer = await signUp(desktop)
  const { id } = await anOrderPaidByCard(customer)
  await enter(page, customer, desktop)

  const streaming = page.waitForResponse('**/gateway/global/live')
  await page.goto(`/manufacture/user/order/detail/${id}`)
  const current = page.locator('[aria-current=step]')
  await expect(current).toContainText(say.step.paid)
  expect((await streaming).status()).toBe(200)

  await staff.call('POST', `order/${id}/move`, { to: 'in_review', reason: '' })
  await expect(current).not.toContainText(say.step.paid, atOnce)
  await staff.call('POST', `order/${id}/move`, { to: 'in_production', reason: '' })
  await expect(current).toContainText(say.step.production, atOnce)
})
