import { randomUUID } from 'node:crypto'
import { Authenticator } from '@cotation/api/test/second-factors.ts'
import type { Page } from '@playwright/test'
import { expect, repeated, test } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { openMail } from './mailbox.ts'
import { desktop, expectGoodScreen, phone, type Screen } from './ordering/screens.ts'
import { plugInSecurityKey } from './security-key.ts'
import { printedLink } from './staff.ts'
import { staffWords } from './words.ts'

const password = 'lathe copper window forty'

async function useScreen(page: Page, { language, viewport }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  await page.context().addInitScript((chosen) => localStorage.setItem('language', chosen), language)
}

/** From the open enrolment page to the end of it. Returns what the person keeps. */
async function enrol(page: Page, { language }: Screen, name: string) {
  const say = staffWords[language]
  await expect(page.getByRole('heading', { level: 1, name: say.welcome(name) })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  const secret = page.locator('code')
  await expect(secret).toHaveText(/^[A-Z2-7 ]{39}$/)
  await expectGoodScreen(page)
  const app = new Authenticator(await secret.innerText(), () => new Date())
  await page.getByLabel(say.appCode).fill(app.nextCode())
  await page.keyboard.press('Enter')

  const codes = page.getByRole('list', { name: say.codes }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectGoodScreen(page)
  const recoveryCodes = await codes.allInnerTexts()
  await page.getByRole('button', { name: say.saved }).click()
  await expect(page.getByRole('button', { name: say.person(name) })).toBeVisible()

  return { app, recoveryCodes }
}

async function logOut(page: Page, { language }: Screen, name: string): Promise<void> {
  const say = staffWords[language]
  await page.getByRole('button', { name: say.person(name) }).click()
  await page.getByRole('button', { name: say.logOut }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
}

/** Opens a screen by the menu, which is behind a button on a phone. */
async function openFromMenu(page: Page, { language, viewport }: Screen, title: string): Promise<void> {
  const say = staffWords[language]
  if (viewport.width < 1000) await page.getByRole('button', { name: say.openMenu, exact: true }).click()
  await page.getByRole('navigation', { name: say.menu }).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen
  const say = staffWords[language]

  test(
    `an administrator adds a colleague, who enrols, loses the app and enrols again (${language}, ${viewport.width} px)`,
    repeated(screen === phone),
    async ({ page, browser }) => {
      test.slow()
      const id = randomUUID().slice(0, 8)
      const administrator = { name: `Ada ${id}`, email: `ada-${id}@example.com` }
      const colleague = { name: `Lise ${id}`, email: `lise-${id}@example.com` }
      await useScreen(page, screen)

      const other = await browser.newContext({ baseURL: process.env.PRODUCT_URL ?? '' })
      const theirs = await other.newPage()
      await useScreen(theirs, screen)
      const row = page.getByRole('row').filter({ hasText: colleague.email })

      await test.step('the administrator enrols from the printed link', async () => {
        await page.goto(await printedLink(administrator.name, administrator.email))
        await enrol(page, screen, administrator.name)
        await openFromMenu(page, screen, say.roles)
        await expect(page.getByRole('table', { name: say.rights })).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('adds a colleague', async () => {
        await openFromMenu(page, screen, say.team)
        await expectGoodScreen(page)
        await page.getByRole('button', { name: say.add }).click()
        const dialog = page.getByRole('dialog', { name: say.add })
        await dialog.getByLabel(say.name, { exact: true }).fill(colleague.name)
        await dialog.getByLabel(say.memberEmail).fill(colleague.email)
        await dialog.getByLabel(say.role).selectOption({ label: say.operator })
        await expectGoodScreen(page)
        await dialog.getByRole('button', { name: say.invite }).click()
        await expect(page.getByText(say.invited(colleague.email))).toBeVisible()
        await expect(row.getByText(say.isInvited)).toBeVisible()
      })

      const { recoveryCodes } = await test.step('the colleague enrols from the mail', async () => {
        await openMail(theirs, colleague.email, say.mailSubject)
        await theirs.getByRole('link', { name: /\/manufacture\/staff\/enrolment/ }).click()
        return enrol(theirs, screen, colleague.name)
      })

      await test.step('sees no screen of administration', async () => {
        await theirs.goto('/manufacture/staff/team')
        await expect(theirs.getByRole('heading', { level: 1, name: say.notAllowed })).toBeVisible()
        await expectGoodScreen(theirs)
      })

      await test.step('loses the app and signs in with a recovery code, by keyboard alone', async () => {
        await logOut(theirs, screen, colleague.name)
        await expectGoodScreen(theirs)
        await theirs.goto('/manufacture/staff/account')
        await expect(theirs.getByLabel(say.email)).toBeFocused()
        await theirs.keyboard.type(colleague.email)
        await theirs.keyboard.press('Tab')
        await theirs.keyboard.type(password)
        await theirs.keyboard.press('Enter')

        await expect(theirs.getByRole('heading', { level: 1, name: say.factorTitle })).toBeVisible()
        await expectGoodScreen(theirs)
        const useRecovery = theirs.getByRole('button', { name: say.useRecovery })
        await useRecovery.focus()
        await theirs.keyboard.press('Enter')
        await expect(theirs.getByLabel(say.recoveryCode)).toBeFocused()
        await theirs.keyboard.type(recoveryCodes[0] ?? '')
        await theirs.keyboard.press('Enter')

        await expect(theirs.getByRole('heading', { level: 1, name: say.account })).toBeVisible()
        await expect(theirs.getByText(say.codesLeft(9))).toBeVisible()
        await expectGoodScreen(theirs)
      })

      await test.step('the administrator sends a new link', async () => {
        await page.reload()
        await expect(row.getByText(say.isActive)).toBeVisible()
        await row.getByRole('button', { name: say.reset }).click()
        await page.getByRole('dialog').getByRole('button', { name: say.reset, exact: true }).click()
        await expect(page.getByText(say.resetDone(colleague.email))).toBeVisible()
        await expect(row.getByText(say.isInvited)).toBeVisible()
      })

      await test.step('the colleague is signed out and enrols again', async () => {
        await theirs.reload()
        await expect(theirs.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
        await openMail(theirs, colleague.email, say.mailSubject, 2)
        await theirs.getByRole('link', { name: /\/manufacture\/staff\/enrolment/ }).click()
        await enrol(theirs, screen, colleague.name)
      })

      await other.close()
    },
  )
}

test('a member enrols with a passkey and signs in with it, by keyboard alone', async ({ page }) => {
  test.slow()
  const say = staffWords.fr
  const id = randomUUID().slice(0, 8)
  const member = { name: `Mila ${id}`, email: `mila-${id}@example.com` }
  await useScreen(page, desktop)
  await plugInSecurityKey(page)

  await test.step('the passkey is the first second factor', async () => {
    await page.goto(await printedLink(member.name, member.email))
    await tabTo(page, page.getByLabel(say.password, { exact: true }))
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: say.passkeyInstead }))
    await tabTo(page, page.getByLabel(say.passkeyName))
    await page.keyboard.type('Clé de Mila')
    await expectGoodScreen(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: say.codes }).getByRole('listitem')).toHaveCount(10)
    await press(page, page.getByRole('button', { name: say.saved }))
    await expect(page.getByRole('button', { name: say.person(member.name) })).toBeVisible()
  })

  await test.step('it confirms the next sign-in', async () => {
    await press(page, page.getByRole('button', { name: say.person(member.name) }))
    await press(page, page.getByRole('button', { name: say.logOut }))
    await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
    await tabTo(page, page.getByLabel(say.email))
    await page.keyboard.type(member.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: say.factorTitle })).toBeVisible()
    await press(page, page.getByRole('button', { name: say.usePasskey }))
    await expect(page.getByRole('button', { name: say.person(member.name) })).toBeVisible()
  })
})
