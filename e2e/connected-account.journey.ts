import { logInAsDemo } from './demo-account.ts'
import { expect, expectAccessible, test } from './journey.ts'

test('a customer links a third party, sees it linked, and unlinks it after a confirmation', async ({ page }) => {
  await logInAsDemo(page, '?redirect=/user/account/profile')
  await page.getByRole('button', { name: 'Associer Atelier ID' }).click()
  await expect(page.getByRole('heading', { name: 'Test sign-in' })).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill('une-autre-adresse@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page).toHaveURL(/\/manufacture\/user\/account\/profile$/)
  const unlink = page.getByRole('button', { name: 'Dissocier Atelier ID' })
  await expect(unlink).toBeVisible()
  await expectAccessible(page)

  await unlink.click()
  const dialog = page.getByRole('dialog', { name: 'Dissocier Atelier ID ?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dissocier' }).click()
  await expect(page.getByRole('button', { name: 'Associer Atelier ID' })).toBeVisible()
})
