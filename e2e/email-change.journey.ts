import { randomUUID } from 'node:crypto'
import { expect, repeated, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { enter, password, signUp } from './ordering/customer.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { emailChangeWords, words } from './words.ts'

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen

  test(
    `a customer changes the e-mail address, and its owner undoes it (${language}, ${viewport.width} px)`,
    repeated(language === 'en'),
    async ({ page }) => {
      test.slow()
      const say = { ...words[language], ...emailChangeWords[language] }
      const customer = await signUp(screen)
      const newEmail = `client-${randomUUID()}@example.com`
      await enter(page, customer, screen)
      const card = page.getByRole('region', { name: say.card })

      await test.step('ask for it with the password', async () => {
        await page.goto('/manufacture/user/account/profile')
        await card.getByRole('button', { name: say.change }).click()
        const dialog = page.getByRole('dialog', { name: say.dialog })
        await dialog.getByLabel(say.newEmail, { exact: true }).fill(newEmail)
        await dialog.getByLabel(say.password, { exact: true }).fill(password)
        await expectGoodScreen(page)

        await dialog.getByRole('button', { name: say.submit }).click()
        await expect(card.getByText(say.sent)).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('confirm it from the new mailbox', async () => {
        await openMail(page, newEmail, say.newSubject)
        await page.getByRole('link', { name: /\/manufacture\/email-change/ }).click()
        await expect(page.getByRole('button', { name: say.confirm })).toBeVisible()
        await expectGoodScreen(page)

        await page.getByRole('button', { name: say.confirm }).click()
        await expect(page.getByRole('heading', { level: 1, name: say.confirmed })).toBeVisible()
        await expectGoodScreen(page)

        await page.getByRole('link', { name: say.toProfile }).click()
        await expect(card.getByText(newEmail)).toBeVisible()
      })

      await test.step('the owner of the old address undoes it, which ends the session', async () => {
        await openMail(page, customer.email, say.oldSubject)
        await page.getByRole('link', { name: /\/manufacture\/email-undo/ }).click()
        await expect(page.getByRole('button', { name: say.undo })).toBeVisible()
        await expectGoodScreen(page)

        await page.getByRole('button', { name: say.undo }).click()
        await expect(page.getByRole('heading', { level: 1, name: say.undone })).toBeVisible()
        await expect(page.getByRole('link', { name: say.sendAgain })).toBeVisible()
        await expectGoodScreen(page)

        await page.goto('/manufacture/user/account/profile')
        await expect(page).toHaveURL(/\/manufacture\/login/)
      })
    },
  )
}
