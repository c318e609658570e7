import { expect, type Page } from '@playwright/test'
import { checkoutWords } from '../words.ts'
import type { ReadyProject } from './ready-project.ts'
import type { Screen } from './screens.ts'

type Way = 'card' | 'bank' | 'balance' | 'credit' | 'agency'

/** The total in cents, as shown in the summary. */
export async function totalOf(page: Page, { language }: Screen): Promise<number> {
  const summary = page.getByRole('region', { name: checkoutWords[language].summary })
  return Number(await summary.locator('data').getAttribute('value'))
}

export const submitButton = (page: Page, { language }: Screen) =>
  page.getByRole('button', { name: checkoutWords[language].submit })

/** Waits until the figures belong to the current choices. */
export async function expectSettled(page: Page, screen: Screen): Promise<void> {
  const summary = page.getByRole('region', { name: checkoutWords[screen.language].summary })
  await expect(summary.locator('data')).toBeVisible()
  await expect(submitButton(page, screen)).not.toHaveAttribute('aria-disabled')
}

/** Fills the checkout of a customer with an address, up to the order button. */
export async function fillCheckout(page: Page, { id }: ReadyProject, screen: Screen, way: Way): Promise<void> {
  await page.goto(`/manufacture/checkout?project=${id}`)
  await choosePayment(page, screen, way)
}

export async function choosePayment(page: Page, screen: Screen, way: Way): Promise<void> {
  const say = checkoutWords[screen.language]
  await page.getByRole('radio', { name: say[way], exact: true }).check()
  // The terms move down while the first figures arrive above them.
  await expectSettled(page, screen)
  await page.getByRole('checkbox', { name: say.agree }).check()
  await expectSettled(page, screen)
}

export async function order(page: Page, screen: Screen): Promise<void> {
  await expectSettled(page, screen)
  await submitButton(page, screen).click()
}

type Card = 'accepted' | 'declined' | 'pendingAccepted' | 'pendingFailed'

/** Chooses a test card on the provider's page. */
export async function payWith(page: Page, { language }: Screen, card: Card): Promise<void> {
  await expect(page).toHaveURL(/\/simulator\/pay\//)
  await page.getByRole('button', { name: checkoutWords[language][card], exact: true }).click()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

export async function expectPaid(page: Page, { language }: Screen): Promise<void> {
  await expect(page).toHaveURL(/\/manufacture\/checkout\/(success|payment)\?/)
  await expect(heading(page, checkoutWords[language].paid)).toBeVisible({ timeout: 120_000 })
}
