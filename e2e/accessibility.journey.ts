import { logInAsDemo } from './demo-account.ts'
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './journey.ts'

const publicScreens = [
  '/quote',
  '/login',
  '/signup',
  '/reset-password',
  '/contact',
  '/terms-of-use',
  '/404',
  '/impossible3dprints',
  '/resources/materials',
  '/quote/shared',
  '/checkout/agency-payment',
  '/checkout/payment',
]

const customerScreens = [
  '/user/home',
  '/user/account/profile',
  '/user/account/address',
  '/user/account/billingAddress',
  '/user/account/coupons',
  '/user/account/balance',
  '/user/account/balance/reload',
  '/user/account/password',
  '/user/order/history',
  '/user/order/upload-history',
  '/user/project',
  '/checkout',
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const path of publicScreens) {
    test(`${path} is accessible with the ${colorScheme} colour scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`/manufacture${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)
    })
  }

  test(`the screens of a customer are accessible with the ${colorScheme} colour scheme`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await logInAsDemo(page)

    for (const path of customerScreens) {
      await page.goto(`/manufacture${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)
    }
  })
}
