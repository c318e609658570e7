import { expect, type Page } from '@playwright/test'

/** A file as a person would choose it. */
export const file = (name: string, content: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

export async function openQuote(page: Page): Promise<void> {
  await page.goto('/manufacture/quote')
  // Only the app, once it has taken the page over, shows the banner.
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
}

export const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').setInputFiles(files)

export const card = (page: Page, name: string) => page.getByRole('listitem', { name })

/** What stands beside a label on the card of a file. */
export const fact = (page: Page, name: string, label: string) =>
  card(page, name)
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
