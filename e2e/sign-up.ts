import { expect, type Locator, type Page } from '@playwright/test'
import { decodeCaptchaAudio } from '../apps/api/test/captcha-audio.ts'
import { type Language, words } from './words.ts'

/** Solves the CAPTCHA by its audio: counts the beeps. */
export async function solveCaptcha(page: Page, listenButton: Locator, answerField: Locator): Promise<void> {
  const sound = page.waitForResponse((response) => response.url().includes('/tools/captchaAudio') && response.ok())
  await listenButton.click()
  await answerField.fill(decodeCaptchaAudio(await (await sound).body()))
}

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
