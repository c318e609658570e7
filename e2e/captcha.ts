import type { Locator, Page } from '@playwright/test'
import { decodeCaptchaAudio } from '../apps/api/test/captcha-audio.ts'

/** Solves the CAPTCHA by its audio: counts the beeps. */
export async function solveCaptcha(page: Page, listenButton: Locator, answerField: Locator): Promise<void> {
  const sound = page.waitForResponse((response) => response.url().includes('/tools/captchaAudio') && response.ok())
  await listenButton.click()
  await answerField.fill(decodeCaptchaAudio(await (await sound).body()))
}
