import type { Page } from '@playwright/test'
import { logInAsDemo } from './demo-account.ts'
import { expectNoSidewaysScroll, expectNoViolations } from './journey.ts'
import { test } from './staff.ts'
import { makeStaffRecords } from './staff-records.ts'
import { addressOf, expectLoaded, staffScreens } from './staff-screens.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

const publicScreens = [
  '/quote',
  '/login',
  '/signup',
  '/reset-password',
  '/activate',
  '/email-change',
  '/email-undo',
  '/quick-callback/atelier',
  '/contact',
  '/terms-of-use',
  '/404',
  '/impossible3dprints',
  '/impossible3dprints/community',
  '/resources/design-cnc',
  '/materials',
  '/materials?process=sla&family=titanium',
  '/materials/al-6061-t6',
  '/materials/compare?compare=mjf-pa12,al-6061-t6,peek,vc-silicone',
  '/quote/shared',
  '/checkout/agency-payment',
  '/checkout/payment',
  '/checkout/success',
  '/additional-cost/payment',
  '/additional-cost/success',
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
  '/user/account/referral',
  '/account-delete',
  '/user/order/history',
  `/user/order/detail/${unknownId}`,
  '/user/order/upload-history',
  '/user/prime/point',
  '/user/order/after-sale',
  '/user/order/after-sale?tab=order',
  `/user/order/after-sale?claim=${unknownId}`,
  `/user/order/after-sale?order=${unknownId}`,
  '/user/order/additional-cost',
  `/user/order/additional-cost?cost=${unknownId}`,
  '/user/project',
  '/checkout',
  `/user/project/fileList/${unknownId}`,
  `/quote/${unknownId}`,
]

/** Each colour scheme has its own window size, so two runs cover both; staff see another language too. */
const schemes = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 }, language: 'fr' },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 }, language: 'en' },
] as const

async function expectAccessibleScreens(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(`/manufacture${path}`)
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)
    })
  }
}

for (const { colorScheme, viewport, language } of schemes) {
  test(`public screens are accessible with the ${colorScheme} colour scheme and fit ${viewport.width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await expectAccessibleScreens(page, publicScreens)
  })

  test(`a customer’s screens are accessible with the ${colorScheme} colour scheme and fit ${viewport.width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await logInAsDemo(page)
    await page.setViewportSize(viewport)
    await expectAccessibleScreens(page, customerScreens)
  })

  test(`staff screens are accessible with the ${colorScheme} colour scheme and fit ${viewport.width} px`, async ({
    page,
    staff,
  }) => {
    test.slow()
    const records = await makeStaffRecords(staff)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await page.addInitScript((chosen) => {
      if (location.pathname.startsWith('/manufacture')) localStorage.setItem('language', chosen)
    }, language)
    await staff.signIn(page)

    for (const screen of staffScreens) {
      await test.step(screen.path, async () => {
        await page.goto(`/manufacture/staff/${addressOf(screen, records)}`)
        await expectLoaded(page, language)
        await expectNoViolations(page)
        await expectNoSidewaysScroll(page)
      })
    }
  })
}
