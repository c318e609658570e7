import { expect, type Locator, type Page } from '@playwright/test'
import { captchaAnswerOf } from '../apps/api/test/captcha-answer.ts'
import { type Language, words } from './words.ts'

/** Asks for another picture, and reads its answer from the database. */
export async function solveCaptcha(page: Page, refreshButton: Locator, answerField: Locator): Promise<void> {
  // The first picture has arrived.
  await expect(refreshButton).toBeEnabled()
  const picture = page.waitForResponse((response) => response.url().includes('/tools/captchaImage') && response.ok())
  await refreshButton.click()
  const { data } = (await (await picture).json()) as { data: { captchaId: string; image: string } }
  await expect(page.locator(`img[src="${data.image}"]`)).toBeVisible()

  await answerField.fill(await captchaAnswerOf(process.env.PRODUCT_DATA ?? '', data.captchaId))
}

export async function solve(page: Page, language: Language): Promise<void> {
  const say = words[language]
  await solveCaptcha(
    page,
    page.getByRole('button', { name: say.anotherPicture }),
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
