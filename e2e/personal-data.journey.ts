import { readFile } from 'node:fs/promises'
import { fundBalance } from '@cotation/api/test/fund-balance.ts'
import { unzip } from '@cotation/api/test/zip.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, repeated } from './journey.ts'
import { openMail } from './mailbox.ts'
import { heading } from './ordering/checkout-page.ts'
import { type Customer, enter, password, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone, type Screen } from './ordering/screens.ts'
import { Staff, test } from './staff.ts'
import { dataWords, words } from './words.ts'

const screens = [
  { name: 'fr, desktop', screen: desktop },
  { name: 'en, phone', screen: phone },
]

/** Fills in the request and sends it. */
async function request(page: Page, { language }: Screen, email: string): Promise<void> {
  const say = dataWords[language]
  await page.getByLabel(say.email).fill(email)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.request }).click()
}

/** Opens the link of the second request's mail in a browser that knows nobody, and confirms. */
async function confirmElsewhere(
  browser: Browser,
  { email }: Customer,
  { language, viewport }: Screen,
): Promise<string> {
  const say = dataWords[language]
  const context = await browser.newContext({ viewport })
  await context.addInitScript((chosen) => {
    if (location.pathname.startsWith('/manufacture')) localStorage.setItem('language', chosen)
  }, language)

  const page = await context.newPage()
  await openMail(page, email, say.subject, 2)
  const link = page.getByRole('link', { name: /\/manufacture\/account-delete/ })
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()

  await expect(heading(page, say.lastStep)).toBeVisible()
  await expect(page).toHaveURL(/\/account-delete$/)

  await page.reload()
  await expect(heading(page, say.lastStep)).toBeVisible()
  await expect(page.getByText(/^c•••[\da-f]@example\.com$/)).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('button', { name: say.deleteForGood }).click()
  await expect(heading(page, say.done)).toBeVisible()
  await expectGoodScreen(page)
  await context.close()

  return address
}

for (const { name, screen } of screens) {
  const { language } = screen
  const say = dataWords[language]

  test(
    `data is exported, an order settled and the account deleted (${name})`,
    repeated(screen === phone),
    async ({ page, browser, playwright }) => {
      test.slow()
      const customer = await signUp(screen)
      const order = await anOrderPaidByCard(customer)
      await enter(page, customer, screen)

      await test.step('the export is a ZIP file with data, invoice and files', async () => {
        await page.goto('/manufacture/user/account/profile')
        await expect(page.getByRole('heading', { name: say.section })).toBeVisible()
        await page.getByRole('button', { name: say.prepare }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(say.password, { exact: true }).fill(password)
        await expectGoodScreen(page)
        await dialog.getByRole('button', { name: say.confirm }).click()

        const button = page.getByRole('button', { name: say.download })
        await expect(button).toBeVisible({ timeout: 60_000 })
        await expectGoodScreen(page)

        const coming = page.waitForEvent('download')
        await button.click()
        const file = await coming
        expect(file.suggestedFilename()).toMatch(/^Cotation-.*\.zip$/)

        const files = unzip(await readFile(await file.path()))
        const names = [...files.keys()]
        expect(names).toContain(say.readMe)
        expect(files.get('tables/orders.csv')?.toString()).toContain(order.number)
        expect(JSON.parse(files.get('data/profile.json')?.toString() ?? '')).toMatchObject([{ email: customer.email }])
        expect(names.filter((entry) => entry.startsWith('invoices/'))).toHaveLength(1)
        expect(names.filter((entry) => entry.startsWith('files/')).length).toBeGreaterThan(0)
      })

      await test.step('the open order blocks the deletion until it is cancelled and refunded', async () => {
        await page.getByRole('link', { name: say.leave }).click()
        await expect(heading(page, say.title)).toBeVisible()
        await expect(page.getByText(say.openOrder(order.number))).toBeVisible()
        const orderLink = page.getByRole('link', { name: say.viewOrder(order.number) })
        await expect(orderLink).toHaveAttribute('href', new RegExp(order.id))
        await expect(page.getByRole('button', { name: say.request })).toHaveCount(0)
        await expectGoodScreen(page)

        const cancellation = { params: { orderId: order.id }, body: { reason: 'Plus besoin' } }
        await customer.api.call('POST /global/order/{orderId}/cancel', cancellation)
        await expect(async () => {
          const recheck = page.getByRole('button', { name: say.recheck })
          if (await recheck.isVisible()) await recheck.click()
          await expect(page.getByRole('button', { name: say.request })).toBeVisible({ timeout: 1000 })
        }).toPass({ timeout: 60_000 })
        await expectGoodScreen(page)
      })

      await test.step('the request needs the own address and can be cancelled', async () => {
        await request(page, screen, 'other@example.com')
        await expect(page.getByText(say.notYours)).toBeVisible()

        await request(page, screen, customer.email)
        await expect(page.getByRole('status', { name: say.sent })).toBeVisible()
        await expectGoodScreen(page)

        // Its mail must not arrive after that of the second request.
        const mailbox = await page.context().newPage()
        await openMail(mailbox, customer.email, say.subject)
        await mailbox.close()

        await page.getByRole('button', { name: say.keep }).click()
        await expect(page.getByText(say.cancelled)).toBeVisible()

        await request(page, screen, customer.email)
        await expect(page.getByRole('status', { name: say.sent })).toBeVisible()
      })

      await test.step('the link confirms it in another browser, and all sessions end', async () => {
        const address = await confirmElsewhere(browser, customer, screen)
        await page.goto('/manufacture/user/home')
        await expect(page).toHaveURL(/\/login/)

        await page.goto(address)
        await expect(heading(page, say.done)).toBeVisible()

        const { error } = await customer.api.call('POST /global/account/login', {
          body: { email: customer.email, password },
        })
        expect(error.code).toBe('INVALID_CREDENTIALS')
      })

      await test.step('an accountant finds the order in the archive', async () => {
        const calls = await playwright.request.newContext({ baseURL: process.env.PRODUCT_URL ?? '' })
        const accountant = await Staff.hire(calls, 'accountant')
        await expect(async () => {
          const archive = await accountant.call('POST', `archive/${customer.id}`, { reason: 'Contrôle' })
          expect(JSON.stringify(archive)).toContain(order.number)
          expect(JSON.stringify(archive)).toContain('"source":"invoice"')
        }).toPass({ timeout: 30_000 })
        await calls.dispose()
      })
    },
  )
}

for (const { name, screen } of screens) {
  test(
    `a balance that grew after the request is given up by a second mail (${name})`,
    repeated(screen === phone),
    async ({ page }) => {
      test.slow()
      const say = dataWords[screen.language]
      const customer = await signUp(screen)
      const { email } = customer
      const other = await signUp(screen)
      const mailedLink = page.getByRole('link', { name: /\/manufacture\/account-delete/ })

      await customer.api.call('POST /global/account/deletion', { body: { email, password } })
      await openMail(page, email, say.subject)
      const address = (await mailedLink.getAttribute('href')) ?? ''
      await fundBalance(process.env.PRODUCT_DATA ?? '', customer.id, 1234)

      await test.step('the account page says that the link no longer works', async () => {
        await enter(page, customer, screen)
        await page.goto('/manufacture/account-delete')
        await expect(page.getByRole('status', { name: say.stale })).toBeVisible()
        await expect(page.getByRole('button', { name: say.request })).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('the link mails another one for the new balance', async () => {
        await page.goto(address)
        await expect(page.getByText(say.grown)).toBeVisible()
        await page.getByRole('checkbox', { name: say.giveUp }).check()
        await expectGoodScreen(page)
        await page.getByRole('button', { name: say.renew }).click()
        await expect(heading(page, say.sent)).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('another account in this browser stays logged in', async () => {
        await enter(page, other, screen)
        await openMail(page, email, say.subject, 2)
        await mailedLink.click()
        await page.getByRole('button', { name: say.deleteForGood }).click()
        await expect(heading(page, say.done)).toBeVisible()
        await expect(page.getByText(say.otherSession(other.email))).toBeVisible()
        await expectGoodScreen(page)
      })
    },
  )
}

test('a visitor is led to the login and back to the deletion', async ({ page }) => {
  const say = dataWords.fr
  const customer = await signUp(desktop)
  await page.goto('/manufacture/account-delete')
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount-delete/)

  const form = page.getByRole('main')
  await form.getByLabel(words.fr.email, { exact: true }).fill(customer.email)
  await form.getByLabel(words.fr.password, { exact: true }).fill(password)
  await form.getByRole('button', { name: words.fr.logIn, exact: true }).click()
  await expect(heading(page, say.title)).toBeVisible()
})
