import { line, opener } from './dropped-parts.ts'
import { expectFit } from './fit.ts'
import { expect, screenTitle } from './journey.ts'
import { refuseStream } from './no-stream.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anOrderPaidByCard, anOrderToPayByCard, placeOrder } from './ordering/placed-order.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { requestCost } from './ordering/requested-cost.ts'
import { phone } from './ordering/screens.ts'
import { test } from './staff.ts'

const screen = { ...phone, language: 'fr' as const }

test('screens fit 320 px, texts of 200 % and wide text spacing (E15)', async ({ page, staff }) => {
  test.slow()
  await page.setViewportSize(screen.viewport)
  await refuseStream(page.context())

  const expectScreensFit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(`/manufacture${path}`)
        await expect(screenTitle(page)).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectFit(page)
      })
    }
  }

  await expectScreensFit(['/quote', '/login', '/signup', '/materials', '/materials/al-6061-t6'])

  const customer = await signUp(screen)
  await staff.call('PATCH', `customer/${customer.id}`, { isRecharge: true })
  await anAddress(customer)
  const project = await aReadyProject(customer)
  const unpaid = await anOrderToPayByCard(customer)
  const order = await anOrderPaidByCard(customer)
  // A delivered order has the most to show: it can be reviewed and claimed.
  const delivered = await anOrderPaidByCard(customer)
  await deliver(staff, delivered.id)
  const cost = await requestCost(staff, customer, order)
  const params = { projectId: project.id }
  const { data: shared } = await customer.api.call('POST /global/project/{projectId}/share', { params })
  const { id: othersOrderId } = await placeOrder(customer, { method: 'agency' })
  const { data: link } = await customer.api.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId: othersOrderId },
    body: {},
  })
  await enter(page, customer, screen)

  await expectScreensFit([
    '/user/home',
    '/account-delete',
    '/user/account/profile',
    '/user/account/password',
    '/user/account/address',
    '/user/account/billingAddress',
    '/user/account/coupons',
    '/user/account/balance',
    '/user/account/balance/reload',
    '/user/account/referral',
    '/user/prime/point',
    '/user/project',
    `/user/project/fileList/${project.id}`,
    '/user/order/history',
    '/user/order/upload-history',
    '/user/order/additional-cost',
    `/user/order/additional-cost?cost=${cost.id}`,
    `/additional-cost/payment?cost=${cost.id}`,
    `/user/order/detail/${order.id}`,
    `/user/order/detail/${delivered.id}`,
    `/user/order/after-sale?order=${delivered.id}`,
    `/checkout/payment?order=${unpaid.id}`,
    `/checkout?project=${project.id}`,
    `/checkout/agency-payment#key=${link.key}`,
    `/quote/shared#key=${shared.key}`,
  ])

  await test.step('a project with a part', async () => {
    await page.goto(`/manufacture/quote/${project.id}`)
    await expect(line(page, 'equerre.stl')).toBeVisible()
    await expectFit(page)
  })

  await test.step('an open part', async () => {
    await opener(page, 'equerre.stl').click()
    await expect(page.getByRole('heading', { level: 2, name: 'equerre.stl' })).toBeVisible()
    await expectFit(page)
  })
})
