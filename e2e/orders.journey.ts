import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAndInspect } from './inspected-run.ts'
import { expect } from './journey.ts'
import { openMail } from './mailbox.ts'
import { heading } from './ordering/checkout-page.ts'
import { enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { orderWords } from './words.ts'

/** Downloads a document from the page of a French order. */
async function expectDocument(page: Page, name: string, number: string): Promise<void> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: orderWords.fr.document(name), exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`${name} ${number}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-')
}

test('an order is followed to delivery, reviewed and reordered (fr, desktop)', async ({ page, staff }) => {
  test.slow()
  const say = orderWords.fr
  const customer = await signUp(desktop)
  const { id, number } = await anOrderPaidByCard(customer)
  const move = (to: string) => staff.call('POST', `order/${id}/move`, { to, reason: '' })
  const current = page.locator('[aria-current=step]')
  await enter(page, customer, desktop)

  await test.step('the order is on the home page and in the history', async () => {
    await page.goto('/manufacture/user/home')
    await expect(page.getByRole('heading', { name: say.openOrders })).toBeVisible()
    await expect(page.getByText(number)).toBeVisible()

    await expectGoodScreen(page)
    await page.goto('/manufacture/user/order/history')
    await page.getByLabel(say.search).fill('PO-42')

    await expect(page).toHaveURL(/search=PO-42/)

    await page.getByRole('combobox', { name: say.status }).selectOption('paid')
    await expect(page).toHaveURL(/status=paid/)
    await expect(page.getByRole('status').filter({ hasText: say.orders(1) })).toBeVisible()

    await expectGoodScreen(page)
    await page.getByRole('link', { name: number }).click()

    await expect(heading(page, say.detail(number))).toBeVisible()
    await expect(current).toContainText(say.step.paid)

    await expectGoodScreen(page)
  })

  await test.step('its documents can be downloaded', async () => {
    await expectDocument(page, say.proForma, number)
    await expectDocument(page, say.invoice, number)
  })

  await test.step('staff produce it and ship two parcels; it is delivered when both arrive', async () => {
    for (const to of ['in_review', 'in_production']) await move(to)
    await makeAndInspect(staff, id)
    await move('quality_check')

    const { lines } = (await staff.call('GET', `order/${id}`)) as { lines: { id: string }[] }
    const pack = async (trackingNumber: string, contents: object) => {
      const parcel = await staff.call('POST', `order/${id}/parcel`, { carrier: 'dhl', trackingNumber, ...contents })
      return (parcel as { id: string }).id
    }
    const first = await pack('JD014600001', { lines: [{ orderLineId: lines[0]?.id, quantity: 1 }] })
    const rest = await pack('JD014600002', {})
    const parcelIds = [first, rest]
    await move('shipped')
    await page.reload()

    await expect(current).toContainText(say.step.shipped)

    const shown = page.getByRole('region', { name: say.parcels })
    await expect(shown.getByText(say.onItsWay, { exact: true })).toHaveCount(2)
    await expect(shown.getByRole('link', { name: say.track(2) })).toHaveAttribute('href', /JD014600/)

    await expectDocument(page, say.packingList, number)
    for (const parcelId of parcelIds) await staff.call('PATCH', `parcel/${parcelId}`, { state: 'delivered' })
    await page.reload()

    await expect(current).toContainText(say.step.delivered)
    await expect(shown.getByText(say.parcelDelivered, { exact: true })).toHaveCount(2)

    await expectGoodScreen(page)
  })

  await test.step('the customer reviews it', async () => {
    const form = page.getByRole('form', { name: say.review })
    for (const [index, rating] of say.ratings.entries())
      await form
        .getByRole('group', { name: rating })
        .getByRole('radio', { name: say.stars(index === 0 ? 5 : 4) })
        .check({ force: true })

    await form.getByLabel(say.comment).fill('Cotes tenues, emballage soigné.')
    await form.getByRole('button', { name: say.sendReview }).click()

    await expect(page.getByText(say.reviewed)).toBeVisible()
    await expect(page.getByText('Cotes tenues, emballage soigné.')).toBeVisible()
  })

  await test.step('the customer confirms receipt', async () => {
    await page.getByRole('button', { name: say.receive }).click()
    const dialog = page.getByRole('dialog', { name: say.receiveTitle })
    await expectGoodScreen(page)
    await dialog.getByRole('button', { name: say.received }).click()
    await expect(page.getByRole('listitem').filter({ hasText: say.completed })).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('the customer reorders it', async () => {
    await page.getByRole('button', { name: say.reorder, exact: true }).click()
    await expect(page).toHaveURL(/\/manufacture\/quote\/[0-9a-f-]{36}/)
    await expect(page.getByRole('button', { name: 'Ouvrir equerre.stl', exact: true })).toBeVisible()
  })
})

test('an order is cancelled and refunded (en, phone)', async ({ page, staff }) => {
  test.slow()
  const say = orderWords.en
  const customer = await signUp(phone)
  const { id, number } = await anOrderPaidByCard(customer)
  await staff.call('POST', `order/${id}/move`, { to: 'in_review', reason: '' })

  await enter(page, customer, phone)
  await page.goto('/manufacture/user/home')
  await expect(page.getByRole('heading', { name: say.openOrders })).toBeVisible()
  await expect(page.getByText(number)).toBeVisible()
  await expectGoodScreen(page)

  await page.goto('/manufacture/user/order/history')
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('link', { name: number }).click()
  await expect(heading(page, say.detail(number))).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('button', { name: say.cancel }).click()
  const dialog = page.getByRole('dialog', { name: say.cancelTitle(number) })
  await expect(dialog.getByText(say.toCard)).toBeVisible()
  await dialog.getByLabel(say.reason).fill('The drawing was wrong')
  await expectGoodScreen(page)
  await dialog.getByRole('button', { name: say.cancel }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(say.givenBack)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(say.refunded, { exact: true }).first()).toBeVisible()
  const timeline = page.getByRole('region', { name: say.timeline })
  await expect(timeline.getByText(/The drawing was wrong/)).toBeVisible()
  await expectGoodScreen(page)
  await openMail(page, customer.email, say.refundedMail(number))
})
