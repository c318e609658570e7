import type { Page } from '@playwright/test'
import { expect, expectWithinHeight, repeated } from './journey.ts'
import { choosePayment, expectPaid, heading, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, type Customer, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone, type Screen } from './ordering/screens.ts'
import { test } from './staff.ts'
import { checkoutWords } from './words.ts'

const first = 'equerre.stl'
const second = 'platine.stl'

/** A project with two ready parts of the same file. */
async function aProjectOfTwo(customer: Customer) {
  const { api } = customer
  const { id, lineIds } = await aReadyProject(customer)
  const params = { projectId: id }
  const copied = await api.call('POST /global/project/{projectId}/lines/transfer', {
    params,
    body: { lineIds, toProjectId: id, copy: true },
  })
  const [line, copy] = copied.data.lines
  if (!line || !copy) throw new Error('the part was not copied')

  const changes = [{ lineId: copy.id, name: second }]
  await api.call('PATCH /global/project/{projectId}/lines', { params, body: { changes } })
  return { id, firstId: line.id }
}

/** Both parts show the name of the same file, so a line is found by its button. */
const lineOf = (page: Page, name: string, { language }: Screen) =>
  page.locator('[data-line]').filter({
    has: page.getByRole('button', { name: checkoutWords[language].openPart(name), exact: true }),
  })

for (const screen of [desktop, phone]) {
  const { language } = screen

  test(
    `a customer orders some parts, comes back and orders the rest once (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      test.slow()
      const say = checkoutWords[language]
      const customer = await signUp(screen)
      await anAddress(customer)
      const project = await aProjectOfTwo(customer)
      await enter(page, customer, screen)
      let number = ''

      await test.step('the first part is ordered by bank transfer', async () => {
        await page.goto(`/manufacture/checkout?project=${project.id}&lines=${project.firstId}`)
        await choosePayment(page, screen, 'bank')
        await order(page, screen)
        await expect(page.getByRole('heading', { name: say.transfer })).toBeVisible()
        number = /C-\d\d-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
        expect(number).not.toBe('')
      })

      await test.step('the quote names its order and offers the other part only', async () => {
        await page.goto(`/manufacture/quote/${project.id}`)
        await expect(lineOf(page, first, screen).getByText(say.ordered, { exact: true })).toBeVisible()
        await expect(lineOf(page, first, screen).getByRole('link', { name: number })).toBeVisible()
        await expect(lineOf(page, first, screen).locator('[data-quantity]')).toBeDisabled()
        const again = page.getByRole('button', { name: say.orderAgain(first) })
        await expectWithinHeight(again, lineOf(page, first, screen))
        await expectGoodScreen(page)
      })

      await test.step('checkout names the unpaid order, and the other part is ordered and paid', async () => {
        await page.getByRole('link', { name: say.orderReady }).click()
        await expect(page.getByRole('heading', { name: say.alreadyOrdered })).toBeVisible()
        await expect(page.getByRole('link', { name: say.payOrder(number) })).toHaveCount(1)
        await expect(page.getByRole('checkbox', { name: say.choosePart(first), exact: true })).toHaveCount(0)
        await choosePayment(page, screen, 'card')
        await expectGoodScreen(page)
        await order(page, screen)
        await payWith(page, screen, 'accepted')
        await expectPaid(page, screen)
      })

      await test.step('nothing is left to order', async () => {
        await page.goto(`/manufacture/checkout?project=${project.id}`)
        await expect(heading(page, say.allOrdered)).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('the transfer is cancelled from the part, which can then be ordered again', async () => {
        await page.goto(`/manufacture/quote/${project.id}?part=${project.firstId}`)
        await expect(page.getByText(say.inOrder(number))).toBeVisible()
        await expectGoodScreen(page)
        await page.getByRole('link', { name: say.cancelHere }).click()
        await page.getByRole('dialog').getByLabel(say.cancelReason).fill('Test')
        await page.getByRole('dialog').getByRole('button', { name: say.cancelNow, exact: true }).click()
        await expect(page.getByText(say.wasCancelled(number))).toBeVisible()

        await page.goto(`/manufacture/quote/${project.id}`)
        await expect(page.getByRole('link', { name: say.orderReady })).toBeVisible()
        await expect(lineOf(page, first, screen).getByRole('link', { name: number })).toHaveCount(0)
      })

      await test.step('a paid part is ordered again as a copy', async () => {
        await page.getByRole('button', { name: say.orderAgain(second) }).click()
        await expect(page.getByText(say.againAdded)).toBeVisible()
        await expect(lineOf(page, second, screen)).toHaveCount(2)
      })
    },
  )
}
