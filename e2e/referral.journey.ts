import { randomUUID } from 'node:crypto'
import { Browser } from '@cotation/api/test/browser.ts'
import type { Page } from '@playwright/test'
import { consoleErrors, expect, repeated } from './journey.ts'
import { openMail } from './mailbox.ts'
import { expectPaid, fillCheckout, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { fillSignUp } from './sign-up.ts'
import { test } from './staff.ts'
import { runJobInDays } from './start-product.ts'
import { referralWords, words } from './words.ts'

/** Calls the gateway with the session of a page. */
async function apiOf(page: Page): Promise<Browser> {
  const api = new Browser(process.env.PRODUCT_URL ?? '')
  api.token = await page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? '{}').value)
  return api
}

// One after the other: the job 15 days ahead rewards everybody, also a journey that still looks at
// day 13.
test.describe.configure({ mode: 'default' })

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen
  const say = referralWords[language]

  test(
    `an invited friend buys with the coupon, and the referrer is rewarded (${language}, ${viewport.width} px)`,
    repeated(screen === phone),
    async ({ page, browser, staff }) => {
      test.slow()
      const referrer = await signUp(screen)
      const friendEmail = `friend-${randomUUID()}@example.com`
      const code = `Zoe${randomUUID().slice(0, 8)}`
      const friendItem = page.getByRole('region', { name: say.friends }).getByRole('listitem')
      await enter(page, referrer, screen)

      await test.step('the referrer chooses a code and invites a friend', async () => {
        await page.goto('/manufacture/user/account/referral')
        await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
        await page.getByRole('button', { name: say.choose }).click()
        await page.getByLabel(say.newCode).fill(code)
        await page.getByRole('button', { name: say.changeCode }).click()
        await page.getByRole('dialog').getByRole('button', { name: say.changeCode }).click()
        await expect(page.getByText(say.changed(code))).toBeVisible()
        await expect(page.getByText(new RegExp(`/signup\\?ref=${code}$`))).toBeVisible()

        await page.getByLabel(say.email).fill(friendEmail)
        await page.getByRole('button', { name: say.invite }).click()
        await expect(page.getByText(say.invited(friendEmail))).toBeVisible()
        await expect(friendItem.filter({ hasText: friendEmail })).toContainText(say.state.sent)
        await expectGoodScreen(page)
      })

      const elsewhere = await browser.newContext({ viewport })
      const errors = consoleErrors(elsewhere)
      await elsewhere.addInitScript((chosen) => {
        if (!location.pathname.startsWith('/manufacture')) return
        localStorage.setItem('language', chosen)
        localStorage.setItem('cookieAccepted', '1')
      }, language)
      const friend = await elsewhere.newPage()

      await test.step('the friend signs up through the link of the mail', async () => {
        await openMail(friend, friendEmail, say.subject)
        await friend.getByRole('link', { name: /\/manufacture\/signup\?ref=/ }).click()
        await expect(friend.getByText(say.recognised)).toBeVisible()
        await expectGoodScreen(friend)
        await fillSignUp(friend, language, { name: 'Ada', email: friendEmail, password: 'Pied-a-coulisse' })

        await openMail(friend, friendEmail, words[language].activationSubject)
        await friend.getByRole('link', { name: /\/manufacture\/activate/ }).click()
        await friend.getByRole('button', { name: words[language].activate }).click()
        await expect(friend).toHaveURL(/\/manufacture\/user\/home$/)
      })

      const api = await apiOf(friend)
      const orderId = await test.step('the friend buys with the coupon', async () => {
        await anAddress({ api })
        const project = await aReadyProject({ api })
        await fillCheckout(friend, project, screen, 'card')
        const option = friend.getByRole('option', { name: say.tenOff })
        const coupons = friend.getByRole('combobox').filter({ has: option })
        await coupons.selectOption(String(await option.getAttribute('value')))
        await expect(friend.getByText(say.couponTakes)).toBeVisible()
        await order(friend, screen)
        await payWith(friend, screen, 'accepted')
        await expectPaid(friend, screen)

        const { data } = await api.call('GET /global/order', { query: {} })
        return data.orders[0]?.id
      })

      await test.step('the referrer follows it', async () => {
        await deliver(staff, orderId ?? '')
        await staff.call('POST', `order/${orderId}/move`, { to: 'completed' })

        await page.reload()
        await expect(friendItem.filter({ hasText: friendEmail })).toContainText(say.state.ordered)
        await expectGoodScreen(page)
      })

      await test.step('the reward comes 14 days after the delivery', async () => {
        await runJobInDays(13, 'referral-reward')
        await page.reload()
        await expect(friendItem.filter({ hasText: friendEmail })).toContainText(say.state.ordered)

        await runJobInDays(15, 'referral-reward')
        await page.reload()
        await expect(friendItem.filter({ hasText: friendEmail })).toContainText(say.state.rewarded)
        await expect(page.getByRole('region', { name: say.rewards }).getByRole('listitem')).toHaveCount(1)
        await expectGoodScreen(page)
        await openMail(page, referrer.email, say.rewardSubject)
      })

      expect(errors, 'errors in the friend’s console').toEqual([])
      await elsewhere.close()
    },
  )
}
