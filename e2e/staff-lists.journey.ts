import { expect } from './journey.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'

test.describe('Staff work with the list of orders', () => {
  test.use({ locale: 'fr-FR', viewport: desktop.viewport })

  test('find an order, move it on from the table and on the board, and keep the view', async ({ page, staff }) => {
    const customer = await signUp(desktop)
    const { number } = await anOrderPaidByCard(customer)
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

    await page.getByRole('button', { name: /^Vues|vues?$/ }).click()
    await page.getByLabel('Enregistrer la vue affichée sous').fill('Ma commande')
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Ma commande', exact: true })).toBeVisible()
    await expectGoodScreen(page)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Numéro, nom ou écran/ }).fill(number)
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
