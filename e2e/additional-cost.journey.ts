import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { consoleErrors, expect, repeated } from './journey.ts'
import { openMail } from './mailbox.ts'
import { heading, payWith } from './ordering/checkout-page.ts'
import { type Customer, enter, lookAgain, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard, type PaidOrder } from './ordering/placed-order.ts'
import { type RequestedCost, requestCost } from './ordering/requested-cost.ts'
import { desktop, expectGoodScreen, phone, type Screen } from './ordering/screens.ts'
import { type Staff, test } from './staff.ts'
import { additionalCostWords } from './words.ts'

/** Opens the cost from the order, which says that production waits for it. */
async function openFromOrder(page: Page, order: PaidOrder, number: string, { language }: Screen): Promise<void> {
  const say = additionalCostWords[language]
  await page.goto(`/manufacture/user/order/detail/${order.id}`)
  await expect(page.getByText(say.waits(number))).toBeVisible()
  await expectGoodScreen(page)
  await page
    .getByRole('region', { name: say.section })
    .getByRole('link', { name: say.see(number), exact: true })
    .click()
  await expect(heading(page, say.detail(number))).toBeVisible()
}

/** The customer chooses another way than the announced transfer. */
async function abandonTransfer(page: Page, costId: string, { language }: Screen): Promise<void> {
  const say = additionalCostWords[language]
  await page.goto(`/manufacture/additional-cost/payment?cost=${costId}`)
  await page.getByRole('button', { name: say.another }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.anotherConfirm }).click()
  await expect(page.getByRole('radio', { name: say.card, exact: true })).toBeVisible()
}

/** A transfer of less than the cost arrives: staff check it, then count it. */
async function payPart(page: Page, { api }: Customer, staff: Staff, cost: RequestedCost): Promise<void> {
  const say = additionalCostWords.fr
  const { data } = await api.call('POST /global/payment/additional-cost/{costId}/begin', {
    params: { costId: cost.id },
    body: { method: 'bank_transfer' },
  })
  const receipt = {
    bankTransactionId: randomUUID(),
    reference: data.open?.bank?.reference,
    amountMinor: 1000,
    currency: 'USD',
  }
  const { id } = (await staff.call('POST', 'bank/receipt', receipt)) as { id: string }

  await page.reload()
  await expect(page.getByText(say.checking)).toBeVisible()
  await expect(page.getByRole('link', { name: say.pay })).toHaveCount(0)
  await expectGoodScreen(page)

  await lookAgain(page, phone)
  await expect(page.getByText(additionalCostWords.en.checking)).toBeVisible()
  await expectGoodScreen(page)
  await lookAgain(page, desktop)

  await staff.call('POST', `bank/receipt/${id}/resolve`, { as: 'matched', reason: 'Vu' })
  await page.reload()
  await expect(page.getByText(say.part)).toBeVisible()
}

test('an additional cost is paid from its mailed link without a login, another is declined (fr, desktop)', async ({
  page,
  browser,
  staff,
}) => {
  test.slow()
  const say = additionalCostWords.fr
  const customer = await signUp(desktop)
  const order = await anOrderPaidByCard(customer)
  const cost = await requestCost(staff, customer, order)
  await enter(page, customer, desktop)

  await test.step('the customer sees why, with picture and place, how much and until when', async () => {
    await page.goto('/manufacture/user/home')
    await expect(page.getByRole('link', { name: order.number })).toBeVisible()
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 800, height: 500 } })
    await staff.uploadPicture(`additional-cost/${cost.id}/picture`, picture)

    await openFromOrder(page, order, cost.number, desktop)
    await expect(page.getByRole('img', { name: say.picture(cost.number) })).toBeVisible()
    await expectGoodScreen(page)

    await page.getByRole('button', { name: say.openModel }).click()
    await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
    await page.getByRole('button', { name: say.closeDialog }).click()

    await lookAgain(page, phone)
    await expect(heading(page, additionalCostWords.en.detail(cost.number))).toBeVisible()
    await expectGoodScreen(page)
    await lookAgain(page, desktop)
  })

  await test.step('the customer announces a transfer, which home, order and cost show', async () => {
    await page.goto(`/manufacture/additional-cost/payment?cost=${cost.id}`)
    await page.getByRole('radio', { name: say.transfer, exact: true }).check()
    await page.getByRole('button', { name: say.showBank }).click()
    await expect(page.getByRole('heading', { name: say.transferTo })).toBeVisible()

    await page.goto('/manufacture/user/home')
    await expect(page.getByText(say.homeTransfer(cost.number, order.number))).toBeVisible()

    await page.goto(`/manufacture/user/order/detail/${order.id}`)
    await expect(page.getByText(say.transferWaits(cost.number))).toBeVisible()
    await expectGoodScreen(page)

    await page.goto(`/manufacture/user/order/additional-cost?cost=${cost.id}`)
    await expect(page.getByRole('region', { name: say.transferSection })).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('another browser waits for the transfer, then pays by the link of the mail', async () => {
    const elsewhere = await browser.newContext({ locale: 'fr-FR', viewport: desktop.viewport })
    const errors = consoleErrors(elsewhere)
    const payer = await elsewhere.newPage()
    await openMail(payer, customer.email, say.requestedMail(cost.number, order.number))
    await payer.getByRole('link', { name: /additional-cost\/payment/ }).click()

    await expect(heading(payer, say.payHeading(cost.number))).toBeVisible()
    expect(payer.url()).not.toContain('key')
    await expect(payer.getByRole('region', { name: say.transferStarted })).toBeVisible()
    await expect(payer.getByRole('radio')).toHaveCount(0)
    await expectGoodScreen(payer)

    await lookAgain(payer, phone)
    await expect(payer.getByRole('region', { name: additionalCostWords.en.transferStarted })).toBeVisible()
    await expectGoodScreen(payer)
    await lookAgain(payer, desktop)

    await abandonTransfer(page, cost.id, desktop)
    await payer.reload()
    await expect(payer.getByText(say.linkIntro)).toBeVisible()
    for (const secret of ['Martin', 'Lilas']) await expect(payer.getByRole('main')).not.toContainText(secret)
    await expectGoodScreen(payer)

    await lookAgain(payer, phone)
    await expect(payer.getByText(additionalCostWords.en.linkIntro)).toBeVisible()
    await expectGoodScreen(payer)
    await lookAgain(payer, desktop)

    await payer.getByRole('radio', { name: say.card, exact: true }).check()
    await payer.getByRole('button', { name: say.payCard }).click()
    await payWith(payer, desktop, 'accepted')
    await expect(payer).toHaveURL(/\/manufacture\/additional-cost\/success/)
    await expect(heading(payer, say.paid(cost.number))).toBeVisible({ timeout: 120_000 })
    await expectGoodScreen(payer)

    await elsewhere.close()
    expect(errors).toEqual([])
  })

  await test.step('the customer downloads the invoice, and declines a second request', async () => {
    await page.goto(`/manufacture/user/order/additional-cost?cost=${cost.id}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say.invoice }).click()
    const file = await coming
    expect((await readFile(await file.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-')

    const second = await requestCost(staff, customer, order)
    await openFromOrder(page, order, second.number, desktop)
    await payPart(page, customer, staff, second)

    await page.getByRole('button', { name: say.decline }).click()
    const dialog = page.getByRole('dialog', { name: say.declineTitle(second.number) })
    await expect(dialog.getByText(say.returned)).toBeVisible()
    await dialog.getByLabel(say.declineReason).fill('Le plan fait foi')
    await expectGoodScreen(page)
    await dialog.getByRole('button', { name: say.decline, exact: true }).click()

    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(say.decision)).toBeVisible()
    await expect(page.getByText(say.wasReturned)).toBeVisible()
    await expect(heading(page, say.detail(second.number))).toBeFocused()
    await expectGoodScreen(page)

    await page.goto('/manufacture/user/order/additional-cost')
    await page.getByRole('combobox', { name: say.state }).selectOption('declined')
    await expect(page.getByRole('link', { name: say.detail(second.number) })).toBeVisible()
    await expect(page.getByRole('link', { name: say.detail(cost.number) })).toHaveCount(0)
    await expectGoodScreen(page)
  })
})

test('an additional cost is paid by its customer (en, phone)', repeated(true), async ({ page, staff }) => {
  test.slow()
  const say = additionalCostWords.en
  const customer = await signUp(phone)
  const order = await anOrderPaidByCard(customer)
  const cost = await requestCost(staff, customer, order)
  await enter(page, customer, phone)

  await openFromOrder(page, order, cost.number, phone)
  await expectGoodScreen(page)
  await page.getByRole('link', { name: say.pay }).click()
  await expect(heading(page, say.payHeading(cost.number))).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('radio', { name: say.card, exact: true }).check()
  await page.getByRole('button', { name: say.payCard }).click()
  await payWith(page, phone, 'accepted')
  await expect(heading(page, say.paid(cost.number))).toBeVisible({ timeout: 120_000 })
  await expectGoodScreen(page)

  await page.getByRole('link', { name: say.details }).click()
  await expect(heading(page, say.detail(cost.number))).toBeVisible()
  await expect(page.getByRole('button', { name: say.invoice })).toBeVisible()
})
