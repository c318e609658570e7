import { randomUUID } from 'node:crypto'
import { expect } from './journey.ts'
import {
  choosePayment,
  expectPaid,
  expectSettled,
  fillCheckout,
  heading,
  order,
  payWith,
  submitButton,
  totalOf,
} from './ordering/checkout-page.ts'
import { anAddress, enter, lookAgain, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { checkoutWords, orderWords } from './words.ts'

test('a customer places a first order with a new address and pays by card (fr, desktop)', async ({ page }) => {
  test.slow()
  const say = checkoutWords.fr
  const customer = await signUp(desktop)
  const project = await aReadyProject(customer)
  await enter(page, customer, desktop)
  await page.goto(`/manufacture/quote/${project.id}`)
  await page.getByRole('link', { name: say.orderReady }).click()
  await expect(heading(page, say.title)).toBeVisible()

  await test.step('missing inputs are reported at their fields', async () => {
    await submitButton(page, desktop).click()
    for (const lack of [say.noAddress, say.noShipping, say.noMethod])
      await expect(page.getByRole('alert').filter({ hasText: lack })).toBeVisible()
    await expect(page.getByText(say.notAgreed)).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('an address is added in the checkout, and its rules are enforced', async () => {
    await page.getByRole('button', { name: say.addAddress }).click()

    const form = page.getByRole('dialog', { name: say.newAddress })
    const write = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
    await write(say.firstName, 'Zoé')
    await write(say.lastName, 'Martin')
    await write(say.company, 'Atelier Martin')

    // The country of the browser's time zone.
    await expect(form.getByLabel(say.country, { exact: true })).toHaveValue('France')

    await write(say.street, 'P.O. Box 12')
    await write(say.postcode, '7501')
    await write(say.city, 'Paris')
    await write(say.phone, '0612345678')

    await form.getByRole('button', { name: say.save }).click()
    for (const fault of [say.englishOnly, say.noBox, say.wrongPostcode])
      await expect(form.getByText(fault)).toBeVisible()
    await expectGoodScreen(page)

    await write(say.firstName, 'Zoe')
    await write(say.street, '12 rue des Lilas')
    await write(say.postcode, '75011')
    await form.getByRole('button', { name: say.save }).click()

    // Spec 5: the company name is replaced, so the customer is warned first.
    await expect(form.getByRole('alert').filter({ hasText: say.rewritten })).toBeVisible()

    await expectGoodScreen(page)
    await form.getByRole('button', { name: say.saveRewritten }).click()

    await expect(form).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /Zoe Martin/ })).toBeChecked()
  })

  await page.getByLabel(say.poNumber).fill('PO-2026-7')
  await choosePayment(page, desktop, 'card')
  expect(await totalOf(page, desktop)).toBeGreaterThan(0)
  await expectGoodScreen(page)
  await order(page, desktop)
  await expect(page).toHaveURL(/\/simulator\/pay\//)
  await expectGoodScreen(page)
  await payWith(page, desktop, 'accepted')
  await expectPaid(page, desktop)
  await expectGoodScreen(page)
  await page.getByRole('link', { name: say.follow }).click()
  await expect(heading(page, /^Commande /)).toBeVisible()
  await expect(page.getByText('PO-2026-7').first()).toBeVisible()
})

test('a coupon is redeemed and used once (en, phone)', async ({ page, staff }) => {
  const say = { ...checkoutWords.en, ...orderWords.en }
  const code = `FIVE-${randomUUID().slice(0, 8).toUpperCase()}`
  await staff.call('POST', 'coupon', {
    code,
    coupon: { type: 'amount', usd: 5, minGoodsUsd: 0 },
    mostUses: 1,
    validDays: 30,
    redeemableUntil: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const customer = await signUp(phone)
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, phone)

  await test.step('the customer redeems the code', async () => {
    await page.goto('/manufacture/user/account/coupons')
    await page.getByLabel(say.couponCode, { exact: true }).fill(code.toLowerCase())
    await page.getByRole('button', { name: say.addCoupon, exact: true }).click()
    await expect(page.getByRole('heading', { name: say.fiveOff })).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('the cookie banner does not cover the order button', async () => {
    await page.context().addInitScript(() => {
      if (location.pathname.startsWith('/manufacture')) localStorage.removeItem('cookieAccepted')
    })
    await fillCheckout(page, project, phone, 'card')

    const banner = page.getByRole('region', { name: 'Cookies' })
    await expect(banner).toBeVisible()
    await expect(async () => {
      const button = await submitButton(page, phone).boundingBox()
      const notice = await banner.boundingBox()
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0)
    }).toPass({ timeout: 120_000 })

    await expectGoodScreen(page)
    await banner.getByRole('button', { name: 'Close this notice' }).click()
  })

  await test.step('the customer uses the coupon', async () => {
    const before = await totalOf(page, phone)
    await page.getByLabel(checkoutWords.en.couponCode).fill('NOBODY-HAS-THIS')
    await page.getByRole('button', { name: say.redeem, exact: true }).click()

    await expect(page.getByText(say.unknownCode).first()).toBeVisible()

    const choice = page.getByRole('combobox', { name: 'Coupon', exact: true })
    const option = choice.locator('option', { hasText: code })
    await choice.selectOption(await option.getAttribute('value'))

    await expect(page.getByText(say.couponTakes('$5.00'))).toBeVisible()

    await expectSettled(page, phone)
    expect(await totalOf(page, phone)).toBeLessThanOrEqual(before - 500)

    await expectGoodScreen(page)
    await order(page, phone)
    await payWith(page, phone, 'accepted')
    await expectPaid(page, phone)
  })

  await test.step('it cannot be used again', async () => {
    await page.goto('/manufacture/user/account/coupons?tab=inactive')
    const coupon = page.getByRole('listitem').filter({ hasText: code })
    await expect(coupon.getByText(say.used, { exact: true })).toBeVisible()
    await lookAgain(page, desktop)
    await expect(coupon.getByText(orderWords.fr.used, { exact: true })).toBeVisible()
    await expectGoodScreen(page)
  })
})

test('a double click and a second tab create one order (fr, desktop)', async ({ page }) => {
  const say = { ...checkoutWords.fr, ...orderWords.fr }
  const customer = await signUp(desktop)
  await anAddress(customer)
  const project = await aReadyProject(customer)
  await enter(page, customer, desktop)
  const other = await page.context().newPage()
  await fillCheckout(page, project, desktop, 'card')
  await fillCheckout(other, project, desktop, 'card')
  await submitButton(page, desktop).dblclick()
  await expect(page).toHaveURL(/\/simulator\/pay\//)
  await order(other, desktop)

  await test.step('the second tab names the open order instead of placing another', async () => {
    await expect(heading(other, say.allOrdered)).toBeVisible()
    await expect(other.getByRole('alert')).toBeFocused()
    await expectGoodScreen(other)
    await other.getByRole('link', { name: say.payHeading }).first().click()
    await other.getByRole('button', { name: say.goOn }).click()
    await payWith(other, desktop, 'accepted')
    await expectPaid(other, desktop)
  })

  // The first tab still shows the page of the same payment, which cannot be paid twice.
  await payWith(page, desktop, 'accepted')
  await page.getByRole('link', { name: say.backToShop }).click()
  await expectPaid(page, desktop)
  await page.goto('/manufacture/user/order/history')
  await expect(page.getByRole('status').filter({ hasText: say.orders(1) })).toBeVisible()
})
