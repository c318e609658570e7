import { expect, repeated } from './journey.ts'
import { choosePayment, expectPaid, order, payWith, submitButton } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { exportWords } from './words.ts'

for (const screen of [desktop, phone]) {
  const { language } = screen
  const title = `parts that may be under export control wait for our staff (${language}, ${screen.viewport.width} px)`

  test(title, repeated(language === 'en'), async ({ page, staff }) => {
    test.slow()
    const say = exportWords[language]
    const customer = await signUp(screen)
    await anAddress(customer)
    const project = await aReadyProject(customer, { answersExport: false })
    await enter(page, customer, screen)
    await page.goto(`/manufacture/checkout?project=${project.id}`)
    const card = page.getByRole('region', { name: say.title })

    await test.step('the customer does not know, and cannot order', async () => {
      await card.getByRole('radio', { name: say.unknown }).check()
      await expectGoodScreen(page)
      await card.getByRole('button', { name: say.save }).click()
      await expect(card.getByText(say.review)).toBeVisible()
      await expectGoodScreen(page)

      await choosePayment(page, screen, 'card')
      await submitButton(page, screen).click()
      await expect(card.getByText(say.refused)).toBeVisible()
      await expect(page).toHaveURL(/\/manufacture\/checkout\?/)
    })

    await test.step('the customer can write to us about the project', async () => {
      await card.getByRole('link', { name: say.ask }).click()
      await expect(page.getByRole('textbox', { name: say.message })).toHaveValue(new RegExp(project.id))
    })

    await staff.call('POST', `project/${project.id}/export-control`, { reason: 'Hors des listes' })

    await test.step('the customer orders after the check', async () => {
      await page.goto(`/manufacture/checkout?project=${project.id}`)
      await expect(card.getByText(say.cleared)).toBeVisible()
      await choosePayment(page, screen, 'card')
      await order(page, screen)
      await payWith(page, screen, 'accepted')
      await expectPaid(page, screen)
    })
  })
}
