import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { expectPaid, expectSettled, fillCheckout, heading, order, payWith, totalOf } from './ordering/checkout-page.ts'
import { anAddress, enter, lookAgain, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { balanceWords, checkoutWords } from './words.ts'

const figure = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')

const cents = async (page: Page, name: string) => Number((await figure(page, name).innerText()).replaceAll(/\D/g, ''))

test('the balance is reloaded, pays one order and part of another (fr, desktop)', async ({ page, staff }) => {
  test.slow()
  const say = balanceWords.fr
  const customer = await signUp(desktop)
  await anAddress(customer)
  const first = await aReadyProject(customer)
  const second = await aReadyProject(customer)
  await enter(page, customer, desktop)

  await test.step('reloading needs the permission of staff', async () => {
    await page.goto('/manufacture/user/account/balance/reload')
    await expect(page.getByText(say.closed)).toBeVisible()
    await expect(page).toHaveURL(/\/user\/account\/balance$/)
    await staff.call('PATCH', `customer/${customer.id}`, { isRecharge: true })
    await page.reload()
    await page.getByRole('link', { name: say.reload }).click()
    await expect(heading(page, say.reload)).toBeVisible()
  })

  await test.step('a reload is in whole dollars, at least 100, and is credited shortly after the card payment', async () => {
    const amount = page.getByLabel(say.amount)
    await amount.fill('99')
    await page.getByRole('button', { name: say.continue }).click()

    await expect(page.getByText(say.atLeast)).toBeVisible()

    await amount.fill('100,5')
    await page.getByRole('button', { name: say.continue }).click()

    await expect(page.getByText(say.whole)).toBeVisible()

    await expectGoodScreen(page)
    await lookAgain(page, phone)

    await expect(heading(page, balanceWords.en.reload)).toBeVisible()

    await expectGoodScreen(page)
    await lookAgain(page, desktop)
    await amount.fill('100')
    await page.getByRole('button', { name: say.payByCard('100') }).click()
    await payWith(page, desktop, 'accepted')

    await expect(page).toHaveURL(/\/user\/account\/balance\?reload=/)
    await expect(page.getByText(say.credited('100'))).toBeVisible({ timeout: 120_000 })
    await expect(figure(page, say.available)).toHaveText('100,00 $US')

    await expectGoodScreen(page)
  })

  const spent = await test.step('an order is paid by the balance', async () => {
    await fillCheckout(page, first, desktop, 'balance')
    const total = await totalOf(page, desktop)
    await order(page, desktop)
    await expectPaid(page, desktop)
    await page.goto('/manufacture/user/account/balance')
    await expect.poll(() => cents(page, say.available)).toBe(100_00 - total)
    return total
  })

  await test.step('the remaining balance pays a part of another order, a card the rest', async () => {
    await fillCheckout(page, second, desktop, 'card')
    await page.getByRole('checkbox', { name: checkoutWords.fr.useBalance }).check()
    await expectSettled(page, desktop)
    await order(page, desktop)

    await expect(page).toHaveURL(/\/simulator\/pay\//)

    const rest = Number((await page.locator('dd').last().innerText()).replaceAll(/\D/g, ''))
    expect(rest).toBe(2 * spent - 100_00)

    await payWith(page, desktop, 'accepted')
    await expectPaid(page, desktop)
  })

  await test.step('every transaction is in the history and in the export', async () => {
    await page.goto('/manufacture/user/account/balance')
    await expect(figure(page, say.available)).toHaveText('0,00 $US')

    await page.getByRole('tab', { name: say.movements }).click()

    const movements = page.getByRole('tabpanel').getByRole('listitem')
    await expect(movements).toHaveCount(3)

    await expectGoodScreen(page)

    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say.export }).click()

    expect((await readFile(await (await coming).path(), 'utf8')).trim().split('\n')).toHaveLength(4)

    await page.getByRole('tab', { name: say.payments }).click()
    await expect(movements).toHaveCount(4)

    await lookAgain(page, phone)
    await expect(heading(page, balanceWords.en.title)).toBeVisible()

    await expectGoodScreen(page)
  })
})
