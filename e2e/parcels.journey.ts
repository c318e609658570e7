import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAndInspect } from './inspected-run.ts'
import { expect } from './journey.ts'
import { openMail } from './mailbox.ts'
import { heading } from './ordering/checkout-page.ts'
import { enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { orderWords, parcelWords, partCheckWords } from './words.ts'

const say = parcelWords.fr
const part = 'equerre.stl'
/** Much shorter than the intervals of polling. */
const atOnce = { timeout: 12_000 }

async function expectPdf(page: Page, button: string, fileName: string): Promise<void> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(fileName)
  expect((await readFile(await file.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-')
}

async function move(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Says what the carrier has reported about a parcel. */
async function report(page: Page, number: number, state: string, confirm: string): Promise<void> {
  await page.getByRole('combobox', { name: say.stateOf(number) }).selectOption(state)
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('an order leaves in two parcels, the first early, and the customer sees what is in each (fr, desktop)', async ({
  page,
  browser,
  request,
  staff,
}) => {
  test.slow()
  const customer = await signUp(desktop)
  const { id, number } = await anOrderPaidByCard(customer)
  for (const to of ['in_review', 'in_production']) await staff.call('POST', `order/${id}/move`, { to, reason: '' })
  const code = await makeAndInspect(staff, id)
  await staff.call('POST', `order/${id}/move`, { to: 'quality_check', reason: '' })

  await enter(page, customer, desktop)
  await page.goto(`/manufacture/user/order/detail/${id}`)
  await expect(heading(page, orderWords.fr.detail(number))).toBeVisible()
  const shown = page.getByRole('region', { name: orderWords.fr.parcels })
  const contents = (parcel: number) => shown.getByRole('list', { name: say.contentsOf(parcel) })

  const packer = await openStaffWindow(browser, await Staff.hire(request, 'operator'))
  const bench = packer.page
  const dialog = bench.getByRole('dialog', { name: say.pack })

  await test.step('a first parcel holds some of the parts', async () => {
    await bench.goto(`/manufacture/staff/orders/${id}`)
    await bench.getByRole('button', { name: say.pack, exact: true }).click()
    await dialog.getByLabel(say.quantityOf(part, 60)).fill('61')
    await dialog.getByRole('button', { name: say.pack, exact: true }).click()
    await expect(dialog.getByText(say.tooMany(60))).toBeVisible()
    await expectGoodScreen(bench)

    await dialog.getByLabel(say.quantityOf(part, 60)).fill('40')
    await dialog.getByLabel(say.trackingNumber).fill('JD014600001')
    await dialog.getByLabel(say.weight).fill('900')
    await dialog.getByRole('button', { name: say.pack, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(bench.getByText(say.left(20))).toBeVisible()
    await expectGoodScreen(bench)
  })

  await test.step('its label and packing list are downloaded', async () => {
    await expectPdf(bench, say.labelOf(1), `Étiquette ${number}-1.pdf`)
    await expectPdf(bench, say.packingListOf(1), `Liste de colisage ${number}-1.pdf`)
  })

  await test.step('it leaves before the rest, and the customer learns what is in it', async () => {
    await report(bench, 1, 'in_transit', say.save)
    await expect(contents(1)).toContainText(say.content(40, part), atOnce)
    await expect(shown.getByText(orderWords.fr.onItsWay, { exact: true })).toBeVisible(atOnce)
    await expect(page.locator('[aria-current=step]')).not.toContainText(orderWords.fr.step.shipped)
    await expectGoodScreen(page)
  })

  await test.step('the order is not shipped without a reason while parts are in no parcel', async () => {
    await bench.getByRole('button', { name: say.ship, exact: true }).click()
    const question = bench.getByRole('dialog')
    await question.getByRole('button', { name: say.ship, exact: true }).click()
    await expect(question.getByText(say.unpacked(20)).first()).toBeVisible()
    await expect(question.getByText(say.reasonMissing)).toBeVisible()
    await expectGoodScreen(bench)
    await bench.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  })

  await test.step('the second parcel takes the rest, and the order is shipped', async () => {
    await bench.getByRole('button', { name: say.pack, exact: true }).click()
    await expect(dialog.getByLabel(say.quantityOf(part, 20))).toHaveValue('20')
    await dialog.getByLabel(say.trackingNumber).fill('JD014600002')
    await dialog.getByRole('button', { name: say.pack, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(bench.getByText(say.allPacked)).toBeVisible()
    await move(bench, say.ship)

    await expect(page.locator('[aria-current=step]')).toContainText(orderWords.fr.step.shipped, atOnce)
    await expect(contents(2)).toContainText(say.content(20, part))
    await expectGoodScreen(page)
  })

  await test.step('both arrive, and with the second one the order', async () => {
    await report(bench, 1, 'delivered', say.arrived)
    await expect(shown.getByText(orderWords.fr.parcelDelivered, { exact: true })).toHaveCount(1, atOnce)
    await expect(page.locator('[aria-current=step]')).toContainText(orderWords.fr.step.shipped)
    await report(bench, 2, 'delivered', say.arrived)
    await expect(page.locator('[aria-current=step]')).toContainText(orderWords.fr.step.delivered, atOnce)
    await expectGoodScreen(page)
  })

  await test.step('the customer downloads the packing list of one parcel', async () => {
    await expectPdf(page, say.customerListOf(2), `Liste de colisage ${number}-2.pdf`)
  })

  await test.step('and finds what was inspected before they left', async () => {
    const report = page.getByRole('button', { name: partCheckWords.fr.reportOf(code) })
    await expect(report).toBeVisible()
    await expectPdf(page, partCheckWords.fr.reportOf(code), partCheckWords.fr.reportFile(code))
  })

  await test.step('and the mails name the parts of each parcel', async () => {
    await openMail(page, customer.email, say.parcelLeft(number, 1))
    await expect(page.getByText(say.content(40, part))).toBeVisible()
    await openMail(page, customer.email, say.shippedMail(number))
    await expect(page.getByText(say.content(20, part))).toBeVisible()
  })

  await packer.close()
})
