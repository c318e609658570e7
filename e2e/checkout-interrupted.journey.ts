import { expect } from './journey.ts'
import { expectSettled, fillCheckout, order, submitButton } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { checkoutWords } from './words.ts'

const changedQuantity = { fr: /^Quantité\s: 75 \(avant\s: 60\)$/, en: 'Quantity: 75 (was 60)' }

// The browser logs each request that it cannot send.
test.use({ provokedErrors: /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/ })

for (const screen of [desktop, phone]) {
  const title = `a checkout survives a reload, a lost connection and a second tab (${screen.language}, ${screen.viewport.width} px)`

  test(title, async ({ page }) => {
    test.slow()
    const say = checkoutWords[screen.language]
    const customer = await signUp(screen)
    await anAddress(customer)
    const project = await aReadyProject(customer)
    await enter(page, customer, screen)
    await fillCheckout(page, project, screen, 'bank')

    await test.step('a reload keeps what was typed, except the consent', async () => {
      await page.getByLabel(say.poNumber).fill('PO-2026-7')
      await page.reload()
      await expect(page.getByLabel(say.poNumber)).toHaveValue('PO-2026-7')
      await expect(page.getByRole('radio', { name: say.bank, exact: true })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: say.agree })).not.toBeChecked()
      await page.getByRole('checkbox', { name: say.agree }).check()
    })

    await test.step('old totals are marked until the connection is back', async () => {
      await expectSettled(page, screen)
      await page.context().setOffline(true)
      await page.getByLabel(say.currency).selectOption('EUR')
      const notice = page.getByRole('alert', { name: say.staleTotals })
      await expect(notice).toBeVisible()
      await expect(submitButton(page, screen)).toHaveAttribute('aria-disabled', 'true')
      await expectGoodScreen(page)

      await page.context().setOffline(false)
      await expect(notice).toHaveCount(0)
      await expectSettled(page, screen)
    })

    await test.step('the dialog names the quantity that a second tab has changed', async () => {
      const params = { projectId: project.id }
      const read = await customer.api.call('GET /global/project/{projectId}', { params, query: {} })
      const [line] = read.data.project?.lines ?? []
      if (!line?.configuration) throw new Error('a ready part is configured')
      const changes = [{ lineId: line.id, configuration: { ...line.configuration, quantity: 75 } }]
      await customer.api.call('PATCH /global/project/{projectId}/lines', { params, body: { changes } })

      await order(page, screen)
      const dialog = page.getByRole('dialog', { name: say.priceChanged })
      await expect(dialog.getByText('equerre.stl')).toBeVisible()
      await expect(dialog.getByText(changedQuantity[screen.language])).toBeVisible()
      await expectGoodScreen(page)
    })
  })
}
