import { expect, expectNoSidewaysScroll } from './journey.ts'
import { refuseStream } from './no-stream.ts'
import { enter, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { phone } from './ordering/screens.ts'
import { test } from './staff.ts'

test('account and order screens fit a phone with texts of 200 %', async ({ page, staff }) => {
  test.slow()
  const screen = { ...phone, language: 'fr' as const }
  const customer = await signUp(screen)
  const order = await anOrderPaidByCard(customer)
  // A delivered order has the most to show: it can be reviewed and claimed.
  const delivered = await anOrderPaidByCard(customer)
  await deliver(staff, delivered.id)
  await enter(page, customer, screen)
  await refuseStream(page.context())

  const paths = [
    '/account-delete',
    '/user/account/profile',
    '/user/account/referral',
    `/user/order/detail/${order.id}`,
    `/user/order/detail/${delivered.id}`,
    `/user/order/after-sale?order=${delivered.id}`,
  ]
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(`/manufacture${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '32px'
      })
      await expectNoSidewaysScroll(page)
    })
  }
})
