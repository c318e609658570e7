import type { Page } from '@playwright/test'
import { makeAndInspect } from './inspected-run.ts'
import { expect, repeated } from './journey.ts'
import { expectPaid, expectSettled, fillCheckout, heading, order, payWith, totalOf } from './ordering/checkout-page.ts'
import { type Customer, enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard, anOrderToPayByCard } from './ordering/placed-order.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { type Staff, test } from './staff.ts'
import { startServerInDays } from './start-product.ts'
import { loyaltyWords } from './words.ts'

const pointsPage = '/manufacture/user/prime/point'

const pointsIn = async (page: Page, label: string) => {
  const figure = page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')
  return Number((await figure.innerText()).replaceAll(/[^\d-]/g, ''))
}

/** Staff deliver an order, and the customer confirms its receipt. */
async function complete(staff: Staff, { api }: Customer, orderId: string): Promise<void> {
  const move = (to: string) => staff.call('POST', `order/${orderId}/move`, { to, reason: '' })
  for (const to of ['in_review', 'in_production']) await move(to)
  await makeAndInspect(staff, orderId)
  await move('quality_check')
  const parcel = { carrier: 'dhl', trackingNumber: 'JD014600009' }
  const { id } = (await staff.call('POST', `order/${orderId}/parcel`, parcel)) as { id: string }
  await move('shipped')
  await staff.call('PATCH', `parcel/${id}`, { state: 'delivered' })
  await api.call('POST /global/order/{orderId}/receive', { params: { orderId } })
}

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen

  test(
    `check-ins, tasks and an order become a coupon that is used (${language}, ${viewport.width} px)`,
    repeated(language === 'en'),
    async ({ page, staff }) => {
      test.slow()
      const say = loyaltyWords[language]
      const customer = await signUp(screen)
      await enter(page, customer, screen)

      const dayDone = (number: number) =>
        page
          .getByRole('listitem')
          .filter({ hasText: say.day(number) })
          .getByLabel(say.done)

      await test.step('the customer checks in on three days in a row', async () => {
        await page.goto(pointsPage)
        await expect(heading(page, say.title)).toBeVisible()
        await page.getByRole('button', { name: say.checkIn }).click()
        await expect(page.getByRole('button', { name: say.checkedIn })).toBeDisabled()
        await expect(dayDone(1)).toBeVisible()
        await expectGoodScreen(page)

        const unpaid = await anOrderToPayByCard(customer)
        for (const days of [1, 2]) {
          const later = await startServerInDays(days)
          await page.goto(`${later.url}${pointsPage}`)
          await page.getByRole('button', { name: say.checkIn }).click()
          await expect(page.getByRole('button', { name: say.checkedIn })).toBeDisabled()
          await expect(dayDone(days + 1)).toBeVisible()

          // Leave that server before it stops: the page may still load chunks from it.
          await page.goto(pointsPage)
          await later.stop()
        }

        await expect.poll(() => pointsIn(page, say.available)).toBe(2 + 2 + 3)

        // Other journeys pay by card meanwhile: a later day here must not expire their pages.
        const params = { orderId: unpaid.id }
        const { data } = await customer.api.call('POST /global/payment/order/{orderId}/check', { params })
        expect(data.redirectUrl).toBe(unpaid.cardPage)
      })

      await test.step('an order is announced as coming points and credited when it completes', async () => {
        const { id } = await anOrderPaidByCard(customer)
        await page.reload()
        await expect.poll(() => pointsIn(page, say.coming)).toBeGreaterThan(0)
        const coming = await pointsIn(page, say.coming)
        await complete(staff, customer, id)
        await page.reload()
        await expect.poll(() => pointsIn(page, say.available)).toBe(7 + coming)
      })

      await test.step('the customer claims the tasks that are done', async () => {
        const claims = page.getByRole('button', { name: say.claim })
        const before = await pointsIn(page, say.available)
        for (let left = await claims.count(); left > 0; left--) {
          await claims.first().click()
          await expect(claims).toHaveCount(left - 1)
        }
        expect(await pointsIn(page, say.available)).toBeGreaterThanOrEqual(before + 250)
      })

      await test.step('points become a coupon', async () => {
        const before = await pointsIn(page, say.available)
        await page.getByRole('button', { name: say.exchangeNamed(250) }).click()
        const dialog = page.getByRole('dialog', { name: say.confirmTitle(250) })
        await expectGoodScreen(page)
        await dialog.getByRole('button', { name: say.exchange, exact: true }).click()
        await expect.poll(() => pointsIn(page, say.available)).toBe(before - 250)
        await page.locator('summary', { hasText: say.allLevels }).click()
        await expect(page.getByRole('region', { name: say.history }).getByRole('listitem').first()).toBeVisible()
        await expectGoodScreen(page)
      })

      const chooseCoupon = async () => {
        const choice = page.getByRole('combobox', { name: say.coupon, exact: true })
        const option = choice.locator('option', { hasText: 'POINTS-' })
        await choice.selectOption(await option.getAttribute('value'))
      }

      await test.step('the coupon is refused with the reason for an order below its minimum', async () => {
        await fillCheckout(page, await aReadyProject(customer), screen, 'card')
        await chooseCoupon()
        await expect(page.getByText(say.couponMinimum).first()).toBeVisible()
      })

      await test.step('the coupon is used at checkout', async () => {
        await fillCheckout(page, await aReadyProject(customer, { quantity: 200 }), screen, 'card')
        const before = await totalOf(page, screen)
        await chooseCoupon()
        await expect(page.getByText(say.couponTakes(language === 'fr' ? '5,00 $US' : '$5.00'))).toBeVisible()
        await expectSettled(page, screen)
        expect(await totalOf(page, screen)).toBeLessThanOrEqual(before - 500)
        await order(page, screen)
        await payWith(page, screen, 'accepted')
        await expectPaid(page, screen)
      })
    },
  )
}
