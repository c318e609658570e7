import { expect } from './journey.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { staffDeskWords } from './words.ts'

test.describe('Staff work with the list of orders', () => {
  test.use({ locale: 'fr-FR', viewport: desktop.viewport })

  test('find an order, move it on from the table and on the board, and keep the view', async ({ page, staff }) => {
    test.slow()
    const customer = await signUp(desktop)
    const { number } = await anOrderPaidByCard(customer)
    const cancelled = await anOrderPaidByCard(customer)
    await staff.signIn(page)

    await page.goto(`/manufacture/staff/orders?search=${number}&lang=fr`)
    const table = page.getByRole('grid', { name: 'Commandes' })
    await expect(table.getByRole('link', { name: number })).toBeVisible()
    await expectGoodScreen(page)

    await table.focus()
    await page.keyboard.press('x')
    await expect(page.getByText('1 sélectionnée')).toBeVisible()
    await page.getByRole('button', { name: 'Vérifier et faire avancer' }).click()
    const dialog = page.getByRole('dialog', { name: /Faire passer à/ })
    await expectGoodScreen(page)
    await dialog.getByRole('button', { name: 'Faire avancer 1 commande' }).click()
    await expect(table.getByText('En vérification')).toBeVisible()

    await page.getByRole('button', { name: 'Par statut' }).click()
    const review = page.getByRole('region', { name: 'En vérification' })
    await expect(review.getByRole('link', { name: number })).toBeVisible()
    await expectGoodScreen(page)
    await review.getByRole('combobox', { name: `Déplacer la commande ${number}` }).selectOption('in_production')
    const question = page.getByRole('dialog', { name: `Mettre la commande ${number} en production` })
    await expectGoodScreen(page)
    await question.getByRole('button', { name: 'Mettre en production' }).click()
    await expect(page.getByRole('region', { name: 'En production' }).getByRole('link', { name: number })).toBeVisible()

    const search = page.getByRole('searchbox', { name: staffDeskWords.fr.searchOrders })
    const cardOf = (status: string, order: string) =>
      page.getByRole('region', { name: status, exact: true }).getByRole('listitem').filter({ hasText: order })
    await cardOf('En production', number).dragTo(page.getByRole('region', { name: 'Contrôle qualité' }))
    const check = page.getByRole('dialog', { name: `Contrôler la commande ${number}` })
    await check.getByRole('button', { name: 'Passer au contrôle qualité' }).click()
    await expect(cardOf('Contrôle qualité', number)).toBeVisible()

    await search.fill(cancelled.number)
    await expect(cardOf('Payée', cancelled.number)).toBeVisible()
    const params = { orderId: cancelled.id }
    await customer.api.call('POST /global/order/{orderId}/cancel', { params, body: { reason: 'Erreur de plan' } })
    await cardOf('Payée', cancelled.number).dragTo(page.getByRole('region', { name: 'En vérification' }))
    const late = page.getByRole('dialog', { name: new RegExp(cancelled.number) })
    await late.getByRole('button', { name: 'Commencer la vérification' }).click()
    await expect(late.getByRole('alert')).toContainText(/est maintenant «\s(Annulée|Remboursée)\s»/)
    await expectGoodScreen(page)
    await late.getByRole('button', { name: 'Revenir à la commande' }).click()
    await expect(page.getByRole('link', { name: cancelled.number })).toHaveCount(0)
    await search.fill(number)
    await expect(cardOf('Contrôle qualité', number)).toBeVisible()

    await page.getByRole('button', { name: /^Vues|vues?$/ }).click()
    await page.getByLabel('Enregistrer la vue affichée sous').fill('Ma commande')
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Ma commande', exact: true })).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: staffDeskWords.fr.paletteField }).fill(number)
    await expect(page.getByRole('option', { name: new RegExp(number) }).first()).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')

    for (const list of ['customers', 'claims', 'additional-costs']) {
      await page.goto(`/manufacture/staff/${list}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectGoodScreen(page)
    }

    await page.setViewportSize(phone.viewport)
    await page.goto(`/manufacture/staff/orders?search=${number}&lang=en`)
    await expect(page.getByRole('list', { name: 'Orders' }).getByRole('link', { name: number })).toBeVisible()
    await expectGoodScreen(page)
  })
})
