import { expectFit } from './fit.ts'
import { consoleErrors, expect } from './journey.ts'
import {
  expectPaid,
  expectSettled,
  fillCheckout,
  heading,
  order,
  payWith,
  submitButton,
} from './ordering/checkout-page.ts'
import { anAddress, enter, lookAgain, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { balanceWords, checkoutWords, orderWords } from './words.ts'

test('a bank transfer in euros is matched by its reference (fr, desktop)', async ({ page, staff }) => {
  const say = checkoutWords.fr
  const customer = await signUp(desktop)
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, desktop)
  await fillCheckout(page, project, desktop, 'bank')
  await page.getByRole('combobox', { name: say.bankCurrency }).selectOption('EUR')

  // With the charges of customs, the summary scrolls on its own. Its button is visible without that.
  await page.getByRole('combobox', { name: say.shownCurrency }).selectOption('EUR')
  await expectSettled(page, desktop)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
  await page.locator('#summary details > summary').click()
  await expect(page.getByRole('checkbox', { name: say.agree })).toBeInViewport({ ratio: 1 })
  await expect(submitButton(page, desktop)).toBeInViewport({ ratio: 1 })

  await order(page, desktop)
  await expect(page.getByRole('heading', { name: say.transfer })).toBeVisible()
  await expectGoodScreen(page)

  const written = (name: string) =>
    page
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]/*[1]')
      .innerText()
  const amount = await written(say.amount)
  expect(amount).toContain('€')

  const receipt = {
    bankTransactionId: `bank ${customer.id}`,
    reference: await written(say.reference),
    currency: 'EUR',
    amountMinor: Number(amount.replaceAll(/\D/g, '')),
  }

  await lookAgain(page, phone)
  await expect(page.getByRole('heading', { name: checkoutWords.en.transfer })).toBeVisible()
  await expectGoodScreen(page)

  expect(await staff.call('POST', 'bank/receipt', receipt)).toMatchObject({ state: 'matched' })
  await page.reload()
  await expectPaid(page, phone)
})

test('another person pays by a link without an account (en, phone)', async ({ page, browser }) => {
  test.slow()
  const say = checkoutWords.en
  const customer = await signUp(phone)
  await anAddress(customer)
  const project = await aReadyProject(customer)

  await enter(page, customer, phone)
  await fillCheckout(page, project, phone, 'agency')
  await order(page, phone)

  await page.getByRole('button', { name: say.makeLink }).click()
  const link = await page.getByRole('textbox', { name: say.link }).inputValue()
  await expectGoodScreen(page)

  const elsewhere = await browser.newContext({ locale: 'fr-FR', viewport: desktop.viewport })
  const errors = consoleErrors(elsewhere)
  const payer = await elsewhere.newPage()
  await payer.goto(link)
  // In the language of the link, which the customer did not change, whatever the payer's browser prefers.
  await expect(payer.getByText(say.linkIntro)).toBeVisible()

  // The secret leaves the address bar, and the page reveals nothing about the order (PAY-8).
  expect(payer.url()).not.toContain('key')
  for (const secret of ['Martin', 'Lilas', 'equerre']) await expect(payer.getByRole('main')).not.toContainText(secret)
  await expectGoodScreen(payer)

  await lookAgain(payer, phone)
  await expect(payer.getByText(say.linkIntro)).toBeVisible()
  await expectGoodScreen(payer)

  await lookAgain(payer, desktop)
  await payer.getByRole('radio', { name: checkoutWords.fr.card, exact: true }).check()
  await payer.getByRole('button', { name: checkoutWords.fr.pay }).click()
  await payWith(payer, desktop, 'accepted')
  await expect(heading(payer, checkoutWords.fr.linkPaid)).toBeVisible({ timeout: 120_000 })
  await expectGoodScreen(payer)

  await payer.goto('/manufacture/checkout/agency-payment#key=of-nobody')
  await expect(heading(payer, checkoutWords.fr.linkEnded)).toBeVisible()
  await expectGoodScreen(payer)
  await elsewhere.close()
  expect(errors).toEqual([])

  await page.reload()
  await expectPaid(page, phone)
  await page.getByRole('link', { name: say.follow }).click()
  await expect(page.getByText(orderWords.en.paidByOther)).toBeVisible()
})

test('a company pays by its granted credit (en, phone)', async ({ page, staff }) => {
  test.slow()
  const say = checkoutWords.en
  const customer = await signUp(phone, 'enterprise')
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, phone)
  await page.goto(`/manufacture/checkout?project=${project.id}`)
  await expect(page.getByRole('radio', { name: say.card, exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: say.credit, exact: true })).toHaveCount(0)
  await staff.call('POST', `customer/${customer.id}/credit`, { limitMinor: 1000_00, reason: 'Known for years' })
  await fillCheckout(page, project, phone, 'credit')
  await order(page, phone)
  await expect(page.getByRole('heading', { name: say.placedOnCredit, level: 1 })).toBeVisible()

  await test.step('the history fits the phone with the date by which the order is due', async () => {
    await page.goto('/manufacture/user/order/history')
    await expect(page.getByText(orderWords.en.owedOnCredit)).toBeVisible()
    await expectFit(page)
  })

  await page.goto('/manufacture/user/account/balance')
  const credit = page.locator('dt', { hasText: balanceWords.en.creditAvailable }).locator('..')
  await expect(credit).toContainText('Limit of $1,000.00')
  await expectGoodScreen(page)

  await test.step('the address books show its addresses', async () => {
    for (const [book, shown] of [
      ['address', /Zoe Martin/],
      ['billingAddress', checkoutWords.fr.noBillingAddress],
    ] as const) {
      await page.goto(`/manufacture/user/account/${book}`)
      await lookAgain(page, phone)
      await expectGoodScreen(page)
      await lookAgain(page, desktop)
      await expect(page.getByText(shown).first()).toBeVisible()
      await expectGoodScreen(page)
    }
  })
})
