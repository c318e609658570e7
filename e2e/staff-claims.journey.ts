import { randomUUID } from 'node:crypto'
import { aPicture } from '@cotation/api/test/pictures.ts'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { heading } from './ordering/checkout-page.ts'
import { type Customer, enter, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { Staff, test } from './staff.ts'
import { additionalCostWords, afterSaleWords, staffClaimWords } from './words.ts'

const part = 'equerre.stl'
const say = staffClaimWords.fr
const sayToCustomer = afterSaleWords.fr

/** A customer reports parts of a delivered order with a photo, at a corner of the model. */
async function claim({ api }: Customer, orderId: string, quantity: number): Promise<string> {
  const form = new FormData()
  const photo = await aPicture({ format: 'jpeg', width: 1200, height: 900 })
  form.append('image', new Blob([new Uint8Array(photo)]), 'calibre.jpg')
  const sent = await api.fetch('/gateway/global/afterSale/photo', { method: 'POST', body: form })
  const { photoId } = ((await sent.json()) as { data: { photoId: string } }).data

  const params = { orderId }
  const { data: claimable } = await api.call('GET /global/afterSale/order/{orderId}', { params })
  const { data, error } = await api.call('POST /global/afterSale/order/{orderId}/claim', {
    params,
    body: {
      submissionKey: randomUUID(),
      lines: [{ lineId: claimable.lines[0]?.lineId ?? '', quantity, place: [0, 0, 0] }],
      reason: 'dimension',
      text: '39,6 mm au lieu de 40 mm',
      photoIds: [photoId],
    },
  })
  expect(data?.id, JSON.stringify(error)).toBeTruthy()
  return data.id
}

type Decision = 'question' | 'accept' | 'reject' | 'refund'

/** Chooses a decision on the page of a claim, writes its text and confirms it. */
async function decide(page: Page, name: Decision, text: string): Promise<void> {
  await page.getByRole('radio', { name: say.choose(name) }).check()
  await page.getByRole('textbox', { name: say.text(name), exact: true }).fill(text)
  await page.getByRole('button', { name: say.decide(name), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.decide(name), exact: true })
    .click()
}

test.use({ locale: 'fr-FR', viewport: desktop.viewport })

test('staff judge claims beside their evidence, and request an additional cost', async ({ page, staff, browser }) => {
  test.slow()
  const customer = await signUp(desktop)
  // So many that a refund of all is above the limit in `product.ts`.
  const delivered = await anOrderPaidByCard(customer, { quantity: 480 })
  await deliver(staff, delivered.id)
  const firstId = await claim(customer, delivered.id, 2)
  const secondId = await claim(customer, delivered.id, 470)

  const buyer = await (await browser.newContext()).newPage()
  await enter(buyer, customer, desktop)
  await staff.signIn(page)

  await test.step('the list leads to the claim, with photo, place and evidence', async () => {
    await page.goto(`/manufacture/staff/claims?search=${delivered.number}&lang=fr`)
    await page.getByRole('link', { name: delivered.number }).last().click()
    await expect(heading(page, new RegExp(delivered.number))).toBeVisible()

    await page.goto(`/manufacture/staff/claims/${firstId}`)
    await expect(page.getByText('39,6 mm au lieu de 40 mm')).toBeVisible()
    await expect(page.getByRole('button', { name: say.openPhoto }).locator('img')).toHaveJSProperty('complete', true)

    const evidence = page.getByRole('region', { name: part })
    await expect(evidence.getByRole('application')).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
    for (const topic of [say.risks, say.findings, say.production, say.inspections, say.parcels])
      await expect(evidence.getByRole('heading', { name: topic })).toBeVisible()
    const { runs } = (await staff.call('GET', `order/${delivered.id}/production`)) as { runs: { code: string }[] }
    await expect(evidence.getByRole('link', { name: new RegExp(runs[0]?.code ?? 'no run') })).toBeVisible()
    await expect(evidence.getByRole('table').first()).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('staff ask, the customer answers', async () => {
    await decide(page, 'question', 'Avec quel instrument ?')
    await expect(page.getByText(say.done('question'))).toBeVisible()
    await expect(page.getByText(say.state('question'), { exact: true }).first()).toBeVisible()

    await buyer.goto(`/manufacture/user/order/after-sale?claim=${firstId}`)
    await expect(buyer.getByText('Avec quel instrument ?').first()).toBeVisible()
    await buyer.getByLabel(sayToCustomer.answer, { exact: true }).fill('Un pied à coulisse')
    await buyer.getByRole('button', { name: sayToCustomer.sendAnswer }).click()
    await expect(buyer.getByText(sayToCustomer.open, { exact: true })).toBeVisible()
  })

  await test.step('staff accept and place the after-sale order', async () => {
    await page.reload()
    await expect(page.getByText('Un pied à coulisse')).toBeVisible()
    await decide(page, 'accept', '')
    await expect(page.getByText(say.done('accept'))).toBeVisible()

    await page.getByRole('spinbutton', { name: say.reprintQuantity(part, 2) }).fill('1')
    await page.getByRole('button', { name: say.placeReprint }).click()
    await expectGoodScreen(page)
    await page.getByRole('dialog').getByRole('button', { name: say.placeReprint }).click()
    await expect(page.getByText(say.reprintPlaced)).toBeVisible()
    await expect(page.getByText(say.state('ordered'), { exact: true })).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('a refund above the limit is proposed, and approved by a second person only', async () => {
    await page.goto(`/manufacture/staff/claims/${secondId}`)
    await decide(page, 'refund', 'Lot non conforme')
    await expect(page.getByText(say.proposed)).toBeVisible()
    await expect(page.getByText(say.proposalTitle)).toBeVisible()
    await expectGoodScreen(page)

    await page.getByRole('link', { name: say.toProposal }).click()
    await expect(page.getByText(say.own)).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(`^${say.approve}`) })).toHaveCount(0)

    const context = await browser.newContext({ locale: 'fr-FR' })
    const second = await context.newPage()
    await (await Staff.hire(context.request)).signIn(second)
    await second.goto('/manufacture/staff/proposals?lang=fr')
    await second
      .getByRole('row', { name: new RegExp(delivered.number) })
      .getByRole('link')
      .first()
      .click()
    await second.getByRole('button', { name: new RegExp(`^${say.approve}`) }).click()
    await second.getByRole('dialog').getByRole('button', { name: say.approve, exact: true }).click()
    await expect(second.getByText(say.approved)).toBeVisible()
    await context.close()

    await page.goto(`/manufacture/staff/claims/${secondId}`)
    await expect(page.getByText(say.state('refunded'), { exact: true })).toBeVisible()
  })

  await test.step('an additional cost is requested at a place on the model', async () => {
    const order = await anOrderPaidByCard(customer)
    await page.goto(`/manufacture/staff/orders/${order.id}`)

    await page.getByRole('region', { name: say.costs }).getByRole('link', { name: say.requestCost }).click()
    await page.getByRole('combobox', { name: say.costReason }).selectOption({ label: say.costReasonOf('drawing') })
    await page.getByRole('textbox', { name: say.explanation }).fill('Le plan demande un filetage M4.')
    await page.getByRole('textbox', { name: say.amountOf(part, 60) }).fill('25')
    await page.getByRole('combobox', { name: say.place }).selectOption({ label: part })

    const model = page.getByRole('application')
    await expect(model).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
    await model.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(say.placed)).toBeVisible()
    await expectGoodScreen(page)

    await page.getByRole('button', { name: say.sendRequest }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.sendRequest }).click()
    await expect(heading(page, say.cost)).toBeVisible()
    await expect(page.getByText('Le plan demande un filetage M4.')).toBeVisible()
    await expectGoodScreen(page)

    await test.step('the customer sees it, and staff withdraw it', async () => {
      await buyer.goto(`/manufacture/user/order/detail/${order.id}`)
      const costs = buyer.getByRole('region', { name: additionalCostWords.fr.section })
      await expect(costs.getByText(/A-\d\d-\d+/).first()).toBeVisible()

      await page.setViewportSize(phone.viewport)
      await page.getByRole('button', { name: say.withdraw }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: say.withdrawReason }).fill('Notre erreur')
      await expectGoodScreen(page)
      await dialog.getByRole('button', { name: say.withdraw }).click()
      await expect(page.getByText(say.withdrawn, { exact: true }).first()).toBeVisible()
      await expectGoodScreen(page)

      await buyer.reload()
      await expect(buyer.getByText(/Notre erreur|Annulés/).first()).toBeVisible()
    })
  })
})
