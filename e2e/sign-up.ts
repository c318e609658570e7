import { expect, type Page } from '@playwright/test'
import { solveCaptcha } from './captcha.ts'
import { type Language, words } from './words.ts'

/** Solves the CAPTCHA by its audio. */
export async function solve(page: Page, language: Language): Promise<void> {
  const say = words[language]
  await solveCaptcha(
    page,
    page.getByRole('button', { name: say.listen }),
    page.getByRole('textbox', { name: say.code }),
  )
}

/** Fills and submits the sign-up form. */
export async function fillSignUp(
  page: Page,
  language: Language,
  person: { name: string; email: string; password: string },
): Promise<void> {
  const say = words[language]
  await page.getByLabel(say.userName).fill(person.name)
  await page.getByLabel(say.email, { exact: true }).fill(person.email)
  await page.getByLabel(say.password, { exact: true }).fill(person.password)
  await page.getByLabel(say.confirmPassword, { exact: true }).fill(person.password)
  await page.getByRole('checkbox', { name: say.agree }).check()
  await solve(page, language)
  await page.getByRole('button', { name: say.signUp, exact: true }).click()

  await expect(page.getByRole('status', { name: say.checkEmail })).toBeVisible()
}
