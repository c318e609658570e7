import type { Page } from '@playwright/test'
import { logInAsDemo } from './demo-account.ts'
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './journey.ts'

const unknownProject = '00000000-0000-4000-8000-000000000000'

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
  `/user/project/fileList/${unknownProject}`,
  `/quote/${unknownProject}`,
]

/** Each screen is checked once per colour scheme, and so on both window sizes too. */
const schemes = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

async function expectGoodScreens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(`/manufacture${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)
    })
  }
}

for (const { colorScheme, viewport } of schemes) {
  test(`public screens are accessible with the ${colorScheme} colour scheme and fit ${viewport.width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await expectGoodScreens(page, publicScreens)
  })

  test(`a customer’s screens are accessible with the ${colorScheme} colour scheme and fit ${viewport.width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await logInAsDemo(page)
    await page.setViewportSize(viewport)
    await expectGoodScreens(page, customerScreens)
  })
}
