import { expect } from './journey.ts'
import { heading } from './ordering/checkout-page.ts'
import { password } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { test } from './staff.ts'
import { orderWords, words } from './words.ts'

// Set by restored-product.ts.
const { RESTORED_EMAIL: email = '', RESTORED_ORDER: id = '', RESTORED_NUMBER: number = '' } = process.env

test('an order from before a backup goes on after the restore', async ({ page, staff }) => {
  const say = orderWords.fr

  await test.step('its customer logs in with the password of then and finds it', async () => {
    await page.goto('/manufacture/login')
    const form = page.getByRole('main')
    await form.getByLabel(words.fr.email, { exact: true }).fill(email)
    await form.getByLabel(words.fr.password, { exact: true }).fill(password)
    await form.getByRole('button', { name: words.fr.logIn, exact: true }).click()
    await expect(page.getByRole('button', { name: words.fr.accountOf('Zoé') })).toBeVisible()

    await page.goto('/manufacture/user/order/history')
    await page.getByRole('link', { name: number }).click()
    await expect(heading(page, say.detail(number))).toBeVisible()
  })

  await test.step('its invoice is there', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say.document(say.invoice), exact: true }).click()
    expect((await coming).suggestedFilename()).toBe(`${say.invoice} ${number}.pdf`)
  })

  await test.step('staff make and deliver it', async () => {
    await deliver(staff, id)
    await page.reload()
    await expect(page.locator('[aria-current=step]')).toContainText(say.step.delivered)
  })

  await test.step('the customer orders its part again from the restored file', async () => {
    await page.getByRole('button', { name: say.reorder, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Ouvrir equerre.stl', exact: true })).toBeVisible()
  })
})
