import { randomUUID } from 'node:crypto'
import { Browser } from '@cotation/api/test/browser.ts'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { heading } from './ordering/checkout-page.ts'
import { type Customer, enter, signUp } from './ordering/customer.ts'
import { placeOrder } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { orderWords, staffDeskWords, staffMoneyWords, staffWords, todayWords } from './words.ts'

const say = staffMoneyWords.fr
const today = todayWords.fr
const french = { locale: 'fr-FR', viewport: desktop.viewport }
const approveName = new RegExp(`^${say.approve}`)

interface TransferOrder {
  id: string
  number: string
  reference: string
  amountMinor: number
}

/**
 * An order that another person pays by transfer through a link. Its total is above the limit in
 * `product.ts`.
 */
async function anOrderToPayByTransfer(customer: Customer): Promise<TransferOrder> {
  const { id, number } = await placeOrder(customer, { quantity: 480, method: 'agency' })
  const made = await customer.api.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId: id },
    body: {},
  })

  const payer = new Browser(process.env.PRODUCT_URL ?? '')
  const { data, error } = await payer.call('POST /global/payment/link/begin', {
    body: { key: made.data.key, method: 'bank_transfer' },
  })
  const bank = data?.open?.bank
  if (!bank) throw new Error(`the link has no transfer: ${JSON.stringify(error)}`)

  return { id, number, reference: bank.reference, amountMinor: bank.amountMinor }
}

/** A fact of the amounts of an order. */
const amountOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: say.money })
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')

const usd = (minor: number) => new Intl.NumberFormat('fr', { minimumFractionDigits: 2 }).format(minor / 100)

test('accountants receive a transfer, and three persons ask, approve and send its refund (fr, desktop)', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const customer = await signUp(desktop)
  const order = await anOrderToPayByTransfer(customer)
  const accountant = await Staff.hire(request, 'accountant')
  const desk = await openStaffWindow(browser, accountant, french)
  const orderPage = `/manufacture/staff/orders/${order.id}`

  /** The row of a task in the filtered list of Today. */
  const taskOf = async (kind: 'receipt-held' | 'refund-to-send', text: string) => {
    await desk.page.goto(`/manufacture/staff/today?topic=${kind}`)
    await expect(desk.page.getByRole('combobox', { name: today.kinds })).toHaveValue(kind)
    return desk.page.getByRole('row').filter({ hasText: text })
  }

  await test.step('a transfer without the reference waits among the tasks', async () => {
    const reference = `Facture ${randomUUID().slice(0, 8)}`
    const stray = { bankTransactionId: randomUUID(), reference, amountMinor: 4_250, currency: 'EUR' }
    const { id } = (await accountant.call('POST', 'bank/receipt', stray)) as { id: string }
    const task = await taskOf('receipt-held', reference)
    await task.getByRole('button', { name: reference, exact: true }).click()
    const dialog = desk.page.getByRole('dialog', { name: today.kind('receipt-held') })
    await expect(dialog.getByText(/^42,50\s€$/)).toBeVisible()
    await expectGoodScreen(desk.page)
    await desk.page.keyboard.press('Escape')

    await accountant.call('POST', `bank/receipt/${id}/resolve`, { as: 'returned', reason: 'Ne nous est pas destiné' })
    await expect(task).toHaveCount(0)
  })

  await test.step('one with the reference pays the order', async () => {
    const receipt = {
      bankTransactionId: randomUUID(),
      reference: order.reference,
      amountMinor: order.amountMinor,
      currency: 'USD',
    }
    expect(await accountant.call('POST', 'bank/receipt', receipt)).toMatchObject({ state: 'matched' })

    await desk.page.goto(orderPage)
    await expect(heading(desk.page, staffDeskWords.fr.order(order.number))).toBeVisible()
    await expect(amountOf(desk.page, say.paid)).toContainText(usd(order.amountMinor))
    await expect(desk.page.getByRole('region', { name: say.money }).getByText(say.transfer)).toBeVisible()
    await expect(desk.page.getByRole('button', { name: staffDeskWords.fr.review })).toHaveCount(0)
    await expectGoodScreen(desk.page)
  })

  await test.step('a refund is asked for on the page of the order, and who asked cannot approve it', async () => {
    const section = desk.page.getByRole('region', { name: say.money })
    await section.getByRole('button', { name: say.refund, exact: true }).click()
    const dialog = desk.page.getByRole('dialog', { name: say.refundTitle(order.number) })
    await expect(dialog.getByLabel(say.refundAmount)).toHaveValue(
      (order.amountMinor / 100).toFixed(2).replace('.', ','),
    )
    await dialog.getByLabel(say.refundReason, { exact: true }).fill('Commande en double')
    await dialog.getByLabel(say.refundNote).fill('Vu avec le client au téléphone')
    await expectGoodScreen(desk.page)
    await dialog.getByRole('button', { name: say.refund, exact: true }).click()
    await expect(desk.page.getByText(say.refundProposed)).toBeVisible()

    await expect(desk.page.getByText('Vu avec le client au téléphone')).toBeVisible()
    await expect(section.getByText(say.refundAsked)).toBeVisible()
    await expect(amountOf(desk.page, say.refunded)).toHaveCount(0)
    await section.getByRole('link', { name: say.toProposal }).click()
    await expect(desk.page.getByText(order.number)).toBeVisible()
    await expect(desk.page.getByText(say.ownWhy)).toBeVisible()
    await expect(desk.page.getByRole('button', { name: approveName })).toHaveCount(0)
  })

  await test.step('a colleague approves it from the tasks', async () => {
    const colleague = await openStaffWindow(browser, await Staff.hire(request, 'accountant'), french)
    await colleague.page.goto('/manufacture/staff/proposals')
    const proposal = colleague.page.getByRole('row').filter({ hasText: order.number })
    await proposal.getByRole('link').first().click()
    await colleague.page.getByRole('button', { name: approveName }).click()
    await colleague.page.getByRole('dialog').getByRole('button', { name: say.approve, exact: true }).click()
    await expect(colleague.page.getByText(say.approved)).toBeVisible()
    await colleague.close()
  })

  await test.step('the approved refund waits to be sent, and a third person sends it', async () => {
    const task = await taskOf('refund-to-send', order.number)
    await expect(task).toContainText(usd(order.amountMinor))

    const sender = await openStaffWindow(browser, await Staff.hire(request, 'account-manager'), french)
    await sender.page.goto('/manufacture/staff/today?topic=refund-to-send')
    await sender.page.getByRole('button', { name: order.number, exact: true }).click()
    const section = sender.page.getByRole('region', { name: say.money })
    await expect(section.getByText(say.refundApproved)).toBeVisible()
    await section.getByRole('button', { name: say.recordTransfer }).click()
    const dialog = sender.page.getByRole('dialog')
    await dialog.getByLabel(say.transactionId).fill(randomUUID())
    await expectGoodScreen(sender.page)
    await dialog.getByRole('button', { name: say.recordTransfer }).click()
    await expect(section.getByText(say.refundApproved)).toHaveCount(0)
    await sender.close()
    await expect(task).toHaveCount(0)

    await desk.page.goto(orderPage)
    await expect(amountOf(desk.page, say.refunded)).toContainText(usd(order.amountMinor))
    await desk.page.setViewportSize(phone.viewport)
    await expectGoodScreen(desk.page)
    await desk.page.setViewportSize(desktop.viewport)
  })

  await test.step('production, experts and customers are not for accountants', async () => {
    const menu = desk.page.getByRole('navigation', { name: staffWords.fr.menu })
    for (const path of ['production', 'work', 'trays', 'experts', 'customers', `customers/${customer.id}`]) {
      await desk.page.goto(`/manufacture/staff/${path}`)
      await expect(heading(desk.page, staffWords.fr.notAllowed)).toBeVisible()
      await expect(menu.locator(`a[href="/manufacture/staff/${path}"]`)).toHaveCount(0)
    }
    await expectGoodScreen(desk.page)
    await desk.close()
  })

  await test.step('the customer sees what was given back', async () => {
    await enter(page, customer, desktop)
    await page.goto(`/manufacture/user/order/detail/${order.id}`)
    await expect(heading(page, orderWords.fr.detail(order.number))).toBeVisible()
    await expect(page.getByText(orderWords.fr.refunded, { exact: true }).first()).toBeVisible()
    await expectGoodScreen(page)
  })
})
