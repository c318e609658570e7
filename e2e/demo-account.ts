import { expect, type Page } from '@playwright/test'
import { words } from './words.ts'

const email = 'camille@demo.example'
export const demoName = 'Camille'

/** Logs in as the demo customer with the password that the start of the product printed. */
export async function logInAsDemo(page: Page, query = ''): Promise<void> {
  const say = words.fr
  await page.goto(`/manufacture/login${query}`)
  const form = page.getByRole('main')
  await form.getByLabel(say.email, { exact: true }).fill(email)
  await form.getByLabel(say.password, { exact: true }).fill(process.env.DEMO_PASSWORD ?? '')
  await form.getByRole('button', { name: say.logIn, exact: true }).click()
  await expect(page.getByRole('button', { name: say.accountOf(demoName) })).toBeVisible()
}
