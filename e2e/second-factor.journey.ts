import { Authenticator } from '@cotation/api/test/second-factors.ts'
import type { Page } from '@playwright/test'
import { expect, repeated, test } from './journey.ts'
import { type Customer, password, signUp } from './ordering/customer.ts'
import { desktop, expectGoodScreen, phone, type Screen } from './ordering/screens.ts'
import { plugInSecurityKey } from './security-key.ts'
import { secondFactorWords, words } from './words.ts'

async function prepare(page: Page, { language, viewport }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  await page.context().addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { language, cookieAccepted: '1' },
  )
}

const profilePath = '/user/account/profile'

/** The first step of a login that leads to the profile. */
async function sendPassword(page: Page, { language }: Screen, { email }: Customer): Promise<void> {
  const say = words[language]
  await page.goto(`/manufacture/login?redirect=${profilePath}`)
  const form = page.getByRole('main')
  await form.getByLabel(say.email, { exact: true }).fill(email)
  await form.getByLabel(say.password, { exact: true }).fill(password)
  await form.getByRole('button', { name: say.logIn, exact: true }).click()
}

async function logOut(page: Page, { language }: Screen): Promise<void> {
  await page.goto('/manufacture/clearToken')
  await expect(page.getByRole('heading', { level: 1, name: secondFactorWords[language].loggedOut })).toBeVisible()
}

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen
  const say = secondFactorWords[language]

  test(
    `a customer sets up two-step login, logs in with it, and turns it off (${language}, ${viewport.width} px)`,
    repeated(screen === phone),
    async ({ page }) => {
      test.slow()
      const customer = await signUp(screen)
      await prepare(page, screen)
      const card = page.getByRole('region', { name: say.card })

      const { authenticator, recoveryCode } = await test.step('set up with an app', async () => {
        await sendPassword(page, screen, customer)
        await card.getByRole('button', { name: say.setUp }).click()

        const dialog = page.getByRole('dialog', { name: say.setUpTitle })
        const secret = dialog.locator('code')
        await expect(secret).toHaveText(/^[A-Z2-7 ]{39}$/)
        const app = new Authenticator(await secret.innerText(), () => new Date())
        await expectGoodScreen(page)
        await dialog.getByLabel(say.appCode).fill(app.nextCode())
        await dialog.getByRole('button', { name: say.turnOn }).click()

        const codes = page.getByRole('list', { name: say.codes }).getByRole('listitem')
        await expect(codes).toHaveCount(10)
        await expectGoodScreen(page)
        const firstCode = await codes.first().innerText()
        const downloading = page.waitForEvent('download')
        await page.getByRole('button', { name: say.download }).click()
        expect((await downloading).suggestedFilename()).toMatch(/\.txt$/)
        await page.getByRole('button', { name: say.saved }).click()
        await expect(card.getByText(say.codesLeft(10))).toBeVisible()

        return { authenticator: app, recoveryCode: firstCode }
      })

      await test.step('log in with a code of the app, after a wrong one', async () => {
        await logOut(page, screen)
        await sendPassword(page, screen, customer)
        const code = page.getByLabel(say.loginCode)
        await code.fill('000000')
        await page.getByRole('button', { name: say.confirm }).click()
        await expect(page.getByText(say.wrongCode)).toBeVisible()
        await expectGoodScreen(page)

        await code.fill(authenticator.nextCode())
        await page.getByRole('button', { name: say.confirm }).click()
        await expect(page).toHaveURL(new RegExp(`${profilePath}$`))
      })

      await test.step('log in with a recovery code', async () => {
        await logOut(page, screen)
        await sendPassword(page, screen, customer)
        await page.getByRole('button', { name: say.useRecovery }).click()
        await page.getByLabel(say.recoveryCode).fill(recoveryCode.toLowerCase())
        await page.getByRole('button', { name: say.confirm }).click()
        await expect(card.getByText(say.codesLeft(9))).toBeVisible()
      })

      await test.step('turn off with the password, after which it is enough again', async () => {
        await card.getByRole('button', { name: say.turnOff }).click()
        const dialog = page.getByRole('dialog', { name: say.turnOffTitle })
        await dialog.getByLabel(words[language].password, { exact: true }).fill(password)
        await expectGoodScreen(page)
        await dialog.getByRole('button', { name: say.turnOff }).click()
        await expect(page.getByText(say.turnedOff)).toBeVisible()

        await logOut(page, screen)
        await sendPassword(page, screen, customer)
        await expect(card.getByRole('button', { name: say.setUp })).toBeVisible()
      })
    },
  )
}

test('a customer adds a passkey, logs in with it, and removes it', async ({ page }) => {
  test.slow()
  const screen = desktop
  const say = secondFactorWords[screen.language]
  const customer = await signUp(screen)
  await prepare(page, screen)
  await plugInSecurityKey(page)
  const card = page.getByRole('region', { name: say.card })
  const name = 'Clé de Zoé'

  await test.step('add it', async () => {
    await sendPassword(page, screen, customer)
    await card.getByRole('button', { name: say.addPasskey }).click()
    await page.getByLabel(say.passkeyName).fill(name)
    await expectGoodScreen(page)
    await page.getByRole('button', { name: say.continue }).click()
    await expect(page.getByRole('list', { name: say.codes }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: say.saved }).click()
    await expect(card.getByText(name)).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('log in with it', async () => {
    await logOut(page, screen)
    await sendPassword(page, screen, customer)
    const usePasskey = page.getByRole('button', { name: say.usePasskey })
    await expect(usePasskey).toBeVisible()
    await expectGoodScreen(page)
    await usePasskey.click()
    await expect(page).toHaveURL(new RegExp(`${profilePath}$`))
  })

  await test.step('remove it, after which the password is enough', async () => {
    await card.getByRole('button', { name: say.removePasskey(name) }).click()
    const dialog = page.getByRole('dialog', { name: say.turnOffTitle })
    await dialog.getByLabel(words[screen.language].password, { exact: true }).fill(password)
    await dialog.getByRole('button', { name: say.turnOff }).click()
    await expect(page.getByText(say.turnedOff)).toBeVisible()
    await logOut(page, screen)
    await sendPassword(page, screen, customer)
    await expect(card.getByRole('button', { name: say.setUp })).toBeVisible()
  })
})
