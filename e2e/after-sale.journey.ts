import { randomUUID } from 'node:crypto'
import { aPicture } from '@cotation/api/test/pictures.ts'
import type { Page } from '@playwright/test'
import { expect, repeated } from './journey.ts'
import { openMail } from './mailbox.ts'
import { heading } from './ordering/checkout-page.ts'
import { type Customer, enter, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { afterSaleWords, orderWords } from './words.ts'

const part = 'equerre.stl'
const surface = (page: Page) => page.getByRole('dialog').getByRole('application')

/** Waits until the model is drawn, and picks the place under the cross by keyboard. */
async function pickPlace(page: Page): Promise<void> {
  await expect(surface(page)).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
  await surface(page).focus()
  await page.keyboard.press('Enter')
}

async function addPhoto(page: Page, name: string): Promise<void> {
  const buffer = await aPicture({ format: 'jpeg', width: 1200, height: 900 })
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

interface Claimed {
  id: string
  workOrderNumber: string
}

for (const screen of [desktop, phone]) {
  const { language } = screen

  test(
    `a claim becomes an after-sale order that is delivered (${language}, ${screen.viewport.width} px)`,
    repeated(language === 'en'),
    async ({ page, staff }) => {
      test.slow()
      const say = afterSaleWords[language]
      const customer: Customer = await signUp(screen)
      const { id, number } = await anOrderPaidByCard(customer)
      await deliver(staff, id)
      await enter(page, customer, screen)
      let claim: Claimed = { id: '', workOrderNumber: '' }

      await test.step('the customer reports a problem with photo and place', async () => {
        await page.goto(`/manufacture/user/order/detail/${id}`)
        await page.getByRole('link', { name: say.report }).click()
        await expect(heading(page, say.formTitle(number))).toBeVisible()
        await page.getByRole('button', { name: say.send }).click()
        await expect(page.getByText(say.productMissing)).toBeVisible()
        await expectGoodScreen(page)

        await page.getByLabel(say.quantityOf(part)).fill('2')
        await page.getByRole('button', { name: say.pickOf(part) }).click()
        await pickPlace(page)
        const dialog = page.getByRole('dialog', { name: say.pickTitle(part) })
        await expect(dialog.getByText(say.picked)).toBeVisible()
        await expectGoodScreen(page)
        await dialog.getByRole('button', { name: say.usePlace }).click()
        await expect(page.getByText(say.picked)).toBeVisible()

        await page.getByLabel(say.reason).selectOption('dimension')
        await page.getByLabel(say.text).fill('39,6 mm au lieu de 40 mm')
        await addPhoto(page, 'calibre.jpg')
        await expect(page.getByRole('button', { name: say.removePhoto })).toBeVisible()
        await expectGoodScreen(page)

        await test.step('a second tab claims a part meanwhile, and nothing is lost', async () => {
          const order = { params: { orderId: id } }
          const { data } = await customer.api.call('GET /global/afterSale/order/{orderId}', order)
          const { lineId = '', left = 0 } = data.lines[0] ?? {}
          await page.getByLabel(say.quantityOf(part)).fill(String(left))
          await customer.api.call('POST /global/afterSale/order/{orderId}/claim', {
            ...order,
            body: {
              submissionKey: randomUUID(),
              lines: [{ lineId, quantity: 1, place: null }],
              reason: 'missing',
              text: 'Il en manque une',
              photoIds: [],
            },
          })

          await page.getByRole('button', { name: say.send }).click()
          await expect(page.getByText(say.changedTitle)).toBeVisible()
          await expect(page.getByText(say.tooManyClaimed)).toBeVisible()
          await expect(page.getByLabel(say.text)).toHaveValue('39,6 mm au lieu de 40 mm')
          await expect(page.getByRole('button', { name: say.removePhoto })).toBeVisible()
          await expectGoodScreen(page)
          await page.getByLabel(say.quantityOf(part)).fill('2')
        })

        await page.getByRole('button', { name: say.send }).click()
        await expect(heading(page, say.claimTitle(number))).toBeVisible()
        claim = { id: new URL(page.url()).searchParams.get('claim') ?? '', workOrderNumber: '' }
      })

      await test.step('the claim shows photo and place again', async () => {
        await expect(page.getByText(say.open, { exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: say.openPhoto }).locator('img')).toHaveJSProperty(
          'complete',
          true,
        )
        await page.getByRole('button', { name: say.showPlace(part) }).click()
        const dialog = page.getByRole('dialog', { name: say.shownPlace(part) })
        await expect(surface(page)).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
        await expect(dialog.getByText(say.picked)).toBeVisible()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expectGoodScreen(page)
      })

      await test.step('staff ask, the customer answers, staff accept', async () => {
        await staff.call('POST', `afterSale/${claim.id}/question`, { text: 'Avec quel instrument ?' })
        await page.reload()
        await expect(page.getByText(say.question, { exact: true })).toBeVisible()
        await page.getByLabel(say.answer, { exact: true }).fill('Un pied à coulisse')
        await expectGoodScreen(page)
        await page.getByRole('button', { name: say.sendAnswer }).click()
        await expect(page.getByText(say.open, { exact: true })).toBeVisible()

        await staff.call('POST', `afterSale/${claim.id}/question`, { text: 'De quelle marque ?' })
        await page.reload()
        await page.getByLabel(say.answer, { exact: true }).fill('Mitutoyo')
        await customer.api.call('POST /global/afterSale/claim/{claimId}/answer', {
          params: { claimId: claim.id },
          body: { text: 'Depuis un autre onglet' },
        })
        await page.getByRole('button', { name: say.sendAnswer }).click()
        await expect(page.getByRole('heading', { name: say.unsentTitle })).toBeVisible()
        await expect(page.getByText(say.unsentAnswered)).toBeVisible()
        await expect(page.getByText('Mitutoyo', { exact: true })).toBeVisible()
        await expectGoodScreen(page)

        const accepted = await staff.call('POST', `afterSale/${claim.id}/accept`, { text: '' })
        claim = accepted as Claimed
        await openMail(page, customer.email, say.acceptedMail(number, claim.workOrderNumber))
        await page.goto('/manufacture/user/order/after-sale')
        await expect(page.getByText(say.accepted, { exact: true })).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('the after-sale order needs both numbers and no more than was claimed', async () => {
        await page.getByRole('tab', { name: say.orderTab }).click()
        await page.getByRole('button', { name: say.find }).click()
        await expect(page.getByText(say.bothRequired)).toBeVisible()
        await expectGoodScreen(page)

        await page.goto(`/manufacture/user/order/after-sale?claim=${claim.id}`)
        await page.getByRole('link', { name: say.placeOrder }).click()
        const quantity = page.getByLabel(say.refabricationOf(part))
        await expect(quantity).toHaveValue('2')
        await quantity.fill('3')
        await page.getByRole('button', { name: say.submit }).click()
        await expect(page.getByText(say.tooHigh)).toBeVisible()
        await expectGoodScreen(page)
        await quantity.fill('2')
        await page.getByRole('button', { name: say.submit }).click()
      })

      await test.step('it is made and delivered at no cost, and linked with its original', async () => {
        await expect(page.locator('[aria-current=step]')).toContainText(say.confirmed)
        await expect(page.getByRole('link', { name: new RegExp(number) }).first()).toBeVisible()
        await expectGoodScreen(page)

        const reprintId = /detail\/([\w-]{36})/.exec(page.url())?.[1] ?? ''
        const reprint = (await staff.call('GET', `order/${reprintId}`)) as {
          number: string
          original: { number: string }
        }
        expect(reprint.original.number).toBe(number)
        await deliver(staff, reprintId)
        await page.reload()
        await expect(page.locator('[aria-current=step]')).toContainText(orderWords[language].step.delivered)

        await page.goto(`/manufacture/user/order/detail/${id}`)
        await expect(page.getByRole('link', { name: say.reprintLink(reprint.number) })).toBeVisible()
        await expectGoodScreen(page)
        await page.goto('/manufacture/user/order/after-sale')
        await expect(page.getByText(say.replaced, { exact: true })).toBeVisible()
        await openMail(page, customer.email, say.orderMail(reprint.number))
      })
    },
  )
}
