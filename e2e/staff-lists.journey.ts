import { expect } from './journey.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { staffDeskWords } from './words.ts'

const say = staffDeskWords.fr

test.describe('Staff work with the list of orders', () => {
  test.use({ locale: 'fr-FR', viewport: desktop.viewport })

  test('find an order, move it on from the table and on the board, and keep the view', async ({ page, staff }) => {
    test.slow()
    const customer = await signUp(desktop)
    const { number } = await anOrderPaidByCard(customer)
    const cancelled = await anOrderPaidByCard(customer)
    await staff.signIn(page)

    await page.goto(`/manufacture/staff/orders?search=${number}&lang=fr`)
    const table = page.getByRole('grid', { name: say.orders })
    await expect(table.getByRole('link', { name: number })).toBeVisible()
    await expectGoodScreen(page)

    await table.focus()
    await page.keyboard.press('x')
    await expect(page.getByText(say.selected(1))).toBeVisible()
    await page.getByRole('button', { name: say.checkMove }).click()
    const dialog = page.getByRole('dialog', { name: say.moveTo(say.inReview) })
    await expectGoodScreen(page)
    await dialog.getByRole('button', { name: say.moveOrders(1) }).click()
    await expect(table.getByText(say.inReview)).toBeVisible()

    await page.getByRole('button', { name: say.board }).click()
    const review = page.getByRole('region', { name: say.inReview })
    await expect(review.getByRole('link', { name: number })).toBeVisible()
    await expectGoodScreen(page)
    await review.getByRole('combobox', { name: say.moveOrder(number) }).selectOption('in_production')
    const question = page.getByRole('dialog', { name: say.moveTitle('in_production', number) })
    await expectGoodScreen(page)
    await question.getByRole('button', { name: say.produce }).click()
    await expect(
      page.getByRole('region', { name: say.status('in_production') }).getByRole('link', { name: number }),
    ).toBeVisible()

    const search = page.getByRole('searchbox', { name: say.searchOrders })
    const cardOf = (status: string, order: string) =>
      page.getByRole('region', { name: status, exact: true }).getByRole('listitem').filter({ hasText: order })
    await cardOf(say.status('in_production'), number).dragTo(
      page.getByRole('region', { name: say.status('quality_check') }),
    )

    const check = page.getByRole('dialog', { name: say.moveTitle('quality_check', number) })
    await check.getByRole('textbox', { name: say.moveReason, exact: true }).fill('Contrôle du premier article')
    await check.getByRole('button', { name: say.check }).click()
    await expect(cardOf(say.status('quality_check'), number)).toBeVisible()

    await search.fill(cancelled.number)
    await expect(cardOf(say.status('paid'), cancelled.number)).toBeVisible()

    const params = { orderId: cancelled.id }
    await customer.api.call('POST /global/order/{orderId}/cancel', { params, body: { reason: 'Erreur de plan' } })
    await cardOf(say.status('paid'), cancelled.number).dragTo(page.getByRole('region', { name: say.inReview }))
    const late = page.getByRole('dialog', { name: new RegExp(cancelled.number) })
    await late.getByRole('button', { name: say.review }).click()

    // Its refund may be done by now.
    const statusNow = (['cancelled', 'refunded'] as const).map((status) =>
      say.statusNow(cancelled.number, say.status(status)),
    )
    await expect(late.getByRole('alert')).toContainText(new RegExp(statusNow.join('|')))
    await expectGoodScreen(page)
    await late.getByRole('button', { name: say.keepOrder }).click()
    await expect(page.getByRole('link', { name: cancelled.number })).toHaveCount(0)

    await search.fill(number)
    await expect(cardOf(say.status('quality_check'), number)).toBeVisible()

    await page.getByRole('button', { name: say.views }).click()
    await page.getByLabel(say.saveViewAs).fill('Ma commande')
    await page.getByRole('button', { name: say.saveView, exact: true }).click()
    await expect(page.getByRole('link', { name: 'Ma commande', exact: true })).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say.paletteField }).fill(number)
    await expect(page.getByRole('option', { name: new RegExp(number) }).first()).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')

    for (const list of ['customers', 'claims', 'additional-costs']) {
      await page.goto(`/manufacture/staff/${list}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectGoodScreen(page)
    }

    // So many that the first customer is far down in a low window.
    for (let count = 0; count < 6; count++) await signUp(desktop)
    await page.setViewportSize({ width: desktop.viewport.width, height: 480 })
    await page.goto('/manufacture/staff/customers')
    const customers = page.getByRole('grid', { name: say.customers })
    const row = customers.getByRole('row').filter({ hasText: customer.email })
    await expect(row).not.toBeInViewport()

    await row.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/staff/customers/${customer.id}`))
    await expect(customers).toHaveCount(0)

    await page.goBack()
    await expect(customers).toBeFocused()
    await expect(row).toBeInViewport({ ratio: 0.5 })
    await expect(customers).toHaveAttribute('aria-activedescendant', (await row.getAttribute('id')) ?? '')

    await page.setViewportSize(phone.viewport)
    await page.goto(`/manufacture/staff/orders?search=${number}&lang=en`)
    await expect(
      page.getByRole('list', { name: staffDeskWords.en.orders }).getByRole('link', { name: number }),
    ).toBeVisible()
    await expectGoodScreen(page)
  })
})
