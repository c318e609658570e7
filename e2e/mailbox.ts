import { expect, type Page } from '@playwright/test'

/**
 * Opens the newest mail to `to` with that subject in the product's own mailbox page, once at least
 * `count` such mails have arrived.
 */
export async function openMail(page: Page, to: string, subject: string, count = 1): Promise<void> {
  await expect(async () => {
    await page.goto('/gateway/mailbox')
    const mails = page.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject, exact: true })
    expect(await mails.count()).toBeGreaterThanOrEqual(count)
    await mails.first().click({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
}
