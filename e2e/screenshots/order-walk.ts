import { Browser as Api } from '@cotation/api/test/browser.ts'
import { type Browser, type Page, request } from '@playwright/test'
import { refuseStream } from '../no-stream.ts'
import { choosePayment, heading, order, payWith } from '../ordering/checkout-page.ts'
import { ship } from '../ordering/delivery.ts'
import { anOrderPaidByCard } from '../ordering/placed-order.ts'
import { requestCost } from '../ordering/requested-cost.ts'
import { desktop } from '../ordering/screens.ts'
import { Staff } from '../staff.ts'
import { afterSaleWords, balanceWords, checkoutWords, orderWords } from '../words.ts'
import { picture } from './picture.ts'
import { desk, french, phone, settled, tall } from './stage.ts'

/** API calls of the page's customer. */
async function apiOf(page: Page, baseURL: string): Promise<Api> {
  const api = new Api(baseURL)
  const kept = await page.evaluate(() => localStorage.getItem('token') ?? '')
  api.token = (JSON.parse(kept) as { value: string }).value
  return api
}

/** Tops up the balance by card. */
async function reload(page: Page): Promise<void> {
  const say = balanceWords.fr
  await page.goto('/manufacture/user/account/balance/reload')
  await page.getByLabel(say.amount).fill('500')
  await page.getByRole('button', { name: say.payByCard('500') }).click()
  await payWith(page, desktop, 'accepted')
  await page.waitForURL(/\/user\/account\/balance\?reload=/)
  await settled(page)
}

/** Redeems the demo's coupon code. */
async function redeem(page: Page): Promise<void> {
  const say = orderWords.fr
  await page.goto('/manufacture/user/account/coupons')
  await page.getByLabel(say.couponCode, { exact: true }).fill('WELCOME10')
  await page.getByRole('button', { name: say.addCoupon, exact: true }).click()
  await page.getByRole('list').getByText('WELCOME10').first().waitFor()
  await settled(page)
}

async function fillClaim(page: Page): Promise<void> {
  const say = afterSaleWords.fr
  await page.getByLabel(say.reason).selectOption('dimension')
  await page.getByRole('spinbutton').fill('2')
  await page.getByLabel(say.text).fill('39,6 mm au lieu de 40 mm')
  await settled(page)
}

/** From a project with ready parts to a shipped order, then its after-sale and the account screens. */
export async function walkOrders(browser: Browser, page: Page, project: string, baseURL: string): Promise<void> {
  const calls = await request.newContext({ baseURL })
  const staff = await Staff.hire(calls)
  const api = await apiOf(page, baseURL)

  const onPhone = async (path: string, name: string) => {
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ baseURL, viewport: phone, ...french, storageState })
    await refuseStream(context)
    const other = await context.newPage()
    await other.goto(path)
    await settled(other)
    await picture(other, name)
    await context.close()
  }

  const onDesktop = async (path: string, name: string) => {
    await page.goto(path)
    await settled(page)
    await picture(page, name)
  }

  await page.setViewportSize(tall)
  await api.call('POST /global/project/{projectId}/export-control', {
    params: { projectId: project },
    body: { answer: 'no', confirmed: true },
  })

  const checkout = `/manufacture/checkout?project=${project}`
  await onDesktop(checkout, 'checkout')
  await onPhone(checkout, 'checkout-phone')

  await choosePayment(page, desktop, 'bank')
  await order(page, desktop)
  await page.getByText(checkoutWords.fr.transfer).first().waitFor()
  await settled(page)
  await picture(page, 'payment')

  const { id } = await anOrderPaidByCard({ api })
  await ship(staff, id)

  const detail = `/manufacture/user/order/detail/${id}`
  await page.goto(detail)
  await heading(page, /^Commande /).waitFor()
  await settled(page)
  await picture(page, 'order')
  await onPhone(detail, 'order-phone')

  const waiting = await anOrderPaidByCard({ api })
  const cost = await requestCost(staff, { api }, waiting)
  await onDesktop(`/manufacture/user/order/additional-cost?cost=${cost.id}`, 'additional-cost')

  await staff.call('POST', `order/${id}/move`, { to: 'delivered', reason: '' })
  await page.goto(`/manufacture/user/order/after-sale?order=${id}`)
  await fillClaim(page)
  await picture(page, 'claim')

  await page.setViewportSize(desk)
  await onDesktop('/manufacture/user/order/history', 'order-history')
  await onDesktop('/manufacture/user/home', 'user-home')
  await onPhone('/manufacture/user/home', 'user-home-phone')
  await onDesktop('/manufacture/user/account/address', 'addresses')

  await reload(page)
  await picture(page, 'balance')
  await redeem(page)
  await picture(page, 'coupons')

  await onDesktop('/manufacture/user/prime/point', 'points')
  await onDesktop('/manufacture/user/account/referral', 'referral')
  await onDesktop('/manufacture/account-delete', 'account-delete')
  await calls.dispose()
}
