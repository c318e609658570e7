import { expect, type Page } from '@playwright/test'

/** Opens the newest mail to `to` with that subject in the product's own mailbox page. */
export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/gateway/mailbox')
    await page
      .getByRole('row')
      .filter({ hasText: to })
      .getByRole('link', { name: subject })
      .first()
      .click({ timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
}
