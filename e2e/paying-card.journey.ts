import { expect, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { expectPaid, fillCheckout, heading, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { checkoutWords } from './words.ts'

test('a declined card is followed by one that pays (en, phone)', async ({ page }) => {
  test.slow()
  const say = checkoutWords.en
  const customer = await signUp(phone)
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, phone)
  await fillCheckout(page, project, phone, 'card')
  await expectGoodScreen(page)
  await order(page, phone)

  await test.step('the customer returns without paying, then continues', async () => {
    await expect(page).toHaveURL(/\/simulator\/pay\//)
    await expectGoodScreen(page)
    await page.getByRole('link', { name: say.unpaidBack }).click()
    await expect(page.getByText(say.cancelled)).toBeVisible()
    await expectGoodScreen(page)
    await page.getByRole('button', { name: say.goOn }).click()
  })

  await payWith(page, phone, 'declined')
  await expect(page.getByRole('alert')).toHaveText(say.wasDeclined)
  await expectGoodScreen(page)
  await payWith(page, phone, 'accepted')
  await expectPaid(page, phone)
  await expectGoodScreen(page)
})

test('a pending payment is accepted and cannot be paid twice (fr, desktop)', async ({ page }) => {
  const say = checkoutWords.fr
  const customer = await signUp(desktop)
  await anAddress(customer)

  const project = await aReadyProject(customer)
  await enter(page, customer, desktop)
  await fillCheckout(page, project, desktop, 'card')
  await order(page, desktop)
  await payWith(page, desktop, 'pendingAccepted')

  // The result appears a few seconds later without interaction (spec 4).
  await expect(page.getByRole('heading', { name: say.pending })).toBeVisible()
  await expect(page.getByRole('button', { name: say.pay })).toHaveCount(0)

  await expectPaid(page, desktop)
  await expectGoodScreen(page)

  const number = /C-\d+-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
  await openMail(page, customer.email, say.paidMail(number))
})

test('a pending payment fails, and the order is paid by another card (en, phone)', async ({ page }) => {
  test.slow()
  const say = checkoutWords.en
  const customer = await signUp(phone)
  await anAddress(customer)
  const project = await aReadyProject(customer)

  await enter(page, customer, phone)
  await fillCheckout(page, project, phone, 'card')
  await order(page, phone)

  await payWith(page, phone, 'pendingFailed')
  await expect(page.getByRole('heading', { name: say.pending })).toBeVisible()
  await expect(heading(page, say.failed)).toBeVisible({ timeout: 120_000 })
  await expectGoodScreen(page)

  await page.getByRole('link', { name: say.retry }).click()
  await expect(heading(page, say.payHeading)).toBeVisible()
  await expectGoodScreen(page)

  await test.step('the customer starts a transfer and changes the method', async () => {
    await page.getByRole('radio', { name: say.bank, exact: true }).check()
    await page.getByRole('button', { name: say.showBank }).click()
    await expect(page.getByRole('heading', { name: say.transfer })).toBeVisible()
    await page.getByRole('button', { name: say.another }).click()
    const asked = page.getByRole('dialog', { name: say.anotherTitle })
    await expectGoodScreen(page)
    await asked.getByRole('button', { name: say.anotherSure }).click()
  })

  await page.getByRole('radio', { name: say.card, exact: true }).check()
  await page.getByRole('button', { name: say.pay }).click()
  await payWith(page, phone, 'accepted')
  await expectPaid(page, phone)
})
