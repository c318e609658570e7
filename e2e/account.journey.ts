import type { Page } from '@playwright/test'
import { expect, expectAccessible, repeated, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { fillSignUp, solve } from './sign-up.ts'
import { type Language, languages, words } from './words.ts'

async function open(page: Page, path: string, language: Language): Promise<void> {
  await page.goto(`/manufacture${path}`)
  const button = page.getByRole('button', { name: words[language].languageButton, exact: true })
  await button.click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

async function logIn(page: Page, language: Language, email: string, password: string): Promise<void> {
  const say = words[language]
  const form = page.getByRole('main')
  await form.getByLabel(say.email, { exact: true }).fill(email)
  await form.getByLabel(say.password, { exact: true }).fill(password)
  await form.getByRole('button', { name: say.logIn, exact: true }).click()
}

async function logOut(page: Page, language: Language, name: string): Promise<void> {
  const say = words[language]
  await page.getByRole('button', { name: say.accountOf(name) }).click()
  await page.getByRole('button', { name: say.logOut }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: say.leaveUnanswered }).click()
  await expect(page.getByRole('link', { name: say.logInLink, exact: true }).first()).toBeVisible()
}

for (const language of languages) {
  const say = words[language]

  test(
    `sign up, activate, log out, reset the password, log in (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      test.slow()
      const person = { name: `Lou ${language}`, email: `lou-${language}@example.com`, password: 'Pied-a-coulisse' }

      await test.step('sign up as a person', async () => {
        await open(page, '/signup', language)
        await expect(page.getByRole('heading', { level: 1, name: say.signUpTitle })).toBeVisible()
        await fillSignUp(page, language, person)
        await expectAccessible(page)
      })

      await test.step('activate by the mail', async () => {
        await openMail(page, person.email, say.activationSubject)
        await page.getByRole('link', { name: /\/manufacture\/activate/ }).click()
        const activate = page.getByRole('button', { name: say.activate })
        await expect(activate).toBeVisible()

        await expectAccessible(page)
        await activate.click()

        await expect(page).toHaveURL(/\/manufacture\/user\/home$/)
        await expect(page.getByText(say.activated)).toBeVisible()

        await logOut(page, language, person.name)
      })

      await test.step('a wrong password is reported, and the form keeps its values', async () => {
        await open(page, '/login', language)
        await logIn(page, language, person.email, 'wrong-password')
        await expect(page.getByText(say.wrongCredentials)).toBeVisible()
        await expect(page.getByRole('main').getByLabel(say.email, { exact: true })).toHaveValue(person.email)
        await expectAccessible(page)
      })

      const newPassword = 'Trusquin-et-marbre'
      await test.step('reset the password by mail', async () => {
        await page.getByRole('link', { name: say.forgot }).click()
        await expect(page.getByRole('heading', { level: 1, name: say.resetTitle })).toBeVisible()
        await page.getByLabel(say.email, { exact: true }).fill(person.email)
        await solve(page, language)
        await page.getByRole('button', { name: say.sendLink }).click()

        await expect(page.getByRole('status', { name: say.checkEmail })).toBeVisible()

        await openMail(page, person.email, say.resetSubject)
        await page.getByRole('link', { name: /\/manufacture\/reset-password/ }).click()
        await expect(page.getByLabel(say.newPassword, { exact: true })).toBeVisible()

        await expectAccessible(page)
        await page.getByLabel(say.newPassword, { exact: true }).fill(newPassword)
        await page.getByLabel(say.confirmPassword, { exact: true }).fill(newPassword)
        await page.getByRole('button', { name: say.savePassword }).click()

        await expect(page.getByText(say.passwordChanged)).toBeVisible()
      })

      await test.step('log in with the new password', async () => {
        await logIn(page, language, person.email, newPassword)
        await expect(page.getByText(say.loggedIn)).toBeVisible()
        await expect(page.getByRole('button', { name: say.accountOf(person.name) })).toBeVisible()
      })

      await test.step('change the password with the mailed code', async () => {
        await page.goto('/manufacture/user/account/password')
        await page.getByRole('button', { name: say.sendCode }).click()
        await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible()

        const mailbox = await page.context().newPage()
        await openMail(mailbox, person.email, say.codeSubject)
        const code = /\b\d{6}\b/.exec((await mailbox.locator('body').textContent()) ?? '')?.[0] ?? ''
        await mailbox.close()

        const form = page.getByRole('main')
        await form.getByLabel(say.oldPassword, { exact: true }).fill(newPassword)
        await form.getByLabel(say.newPassword, { exact: true }).fill('Marbre-et-trusquin')
        await form.getByLabel(say.confirmPassword, { exact: true }).fill('Marbre-et-trusquin')
        await form.getByLabel(say.verificationCode, { exact: true }).fill(code)
        await expectAccessible(page)
        await form.getByRole('button', { name: say.changePassword }).click()

        await expect(page.getByText(say.changedPassword)).toBeVisible()
      })
    },
  )

  test(
    `log in with a third party, twice, as the same customer (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      const email = `atelier-${language}@example.com`
      const choose = async () => {
        await open(page, '/login?redirect=/user/account/profile', language)
        await page.getByRole('button', { name: say.continueWith }).click()
      }
      const expectProfile = async () => {
        await expect(page).toHaveURL(/\/manufacture\/user\/account\/profile$/)
        await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(email)
      }
      await choose()
      await expect(page.getByRole('heading', { name: 'Test sign-in' })).toBeVisible()
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expectProfile()

      await page.goto('/manufacture/clearToken')
      await expect(page.getByRole('main').getByRole('link', { name: say.logIn, exact: true })).toBeVisible()
      // The provider remembers the user and redirects back at once.
      await choose()
      await expectProfile()
    },
  )

  test(
    `the sign-up form says what is wrong and loses nothing (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      await open(page, '/signup', language)
      await page.getByText(say.company, { exact: true }).first().click()
      await page.getByLabel(say.userName).fill('Atelier')
      await page.getByLabel(say.password, { exact: true }).fill('Pied-a-coulisse')
      await page.getByLabel(say.confirmPassword, { exact: true }).fill('Pied-a-coulissa')
      await page.getByRole('button', { name: say.signUp, exact: true }).click()

      await expect(page.getByText(say.notAgreed)).toBeVisible()
      await expect(page.getByText(say.doNotMatch)).toBeVisible()
      await expect(page.getByLabel(say.userName)).toHaveValue('Atelier')

      await expectAccessible(page)
    },
  )
}

test('someone who activates in another browser chooses a password (AUT-5)', async ({ page, browser }) => {
  const say = words.fr
  const email = 'victime@example.com'
  await open(page, '/signup', 'fr')
  await fillSignUp(page, 'fr', { name: 'Intrus', email, password: 'Mot-de-l-intrus' })

  const owner = await (await browser.newContext()).newPage()
  await openMail(owner, email, say.activationSubject)
  await owner.getByRole('link', { name: /\/manufacture\/activate/ }).click()
  await owner.getByRole('button', { name: say.activate }).click()
  await expect(owner.getByRole('heading', { name: say.chooseTitle })).toBeVisible()
  await expectAccessible(owner)
  await owner.getByLabel(say.newPassword, { exact: true }).fill('Celui-du-proprietaire')
  await owner.getByLabel(say.confirmPassword, { exact: true }).fill('Celui-du-proprietaire')
  await owner.getByRole('button', { name: say.choosePassword }).click()
  await expect(owner).toHaveURL(/\/user\/home$/)

  await open(page, '/login', 'fr')
  await logIn(page, 'fr', email, 'Mot-de-l-intrus')
  await expect(page.getByText(say.wrongCredentials)).toBeVisible()
})
