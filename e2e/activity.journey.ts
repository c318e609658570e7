import { expect, repeated, test } from './journey.ts'
import { enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { activityWords } from './words.ts'

for (const screen of [desktop, phone]) {
  const { language } = screen
  const title = `a customer reads who changed what in a project (${language}, ${screen.viewport.width} px)`

  test(title, repeated(language === 'en'), async ({ page }) => {
    const say = activityWords[language]
    const customer = await signUp(screen)
    const project = await aReadyProject(customer)
    const params = { projectId: project.id }
    for (let number = 1; number <= 50; number++)
      await customer.api.call('PATCH /global/project/{projectId}', { params, body: { name: `Lot ${number}` } })

    await enter(page, customer, screen)
    await page.goto(`/manufacture/quote/${project.id}`)
    await page.getByRole('button', { name: say.open, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say.title })

    await test.step('the newest entries come first', async () => {
      await expect(dialog.getByText(say.renamed('Lot 49', 'Lot 50'))).toBeVisible()
      await expect(dialog.getByText(say.shown(50))).toBeAttached()
      await expect(dialog.getByText(say.created)).toHaveCount(0)
      await expectGoodScreen(page)
    })

    await test.step('older entries are loaded with the keyboard', async () => {
      await dialog.getByRole('button', { name: say.more }).press('Enter')
      await expect(dialog.getByText(say.created)).toBeVisible()
      await expect(dialog.getByText(say.added)).toBeVisible()
      await expect(dialog.getByText(say.quantity('1', '60'))).toBeVisible()
      await expect(dialog.getByText(say.end)).toBeFocused()
      await expectGoodScreen(page)
    })

    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: say.open, exact: true })).toBeFocused()
  })
}
