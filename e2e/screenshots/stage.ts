import type { Page } from '@playwright/test'

export const desk = { width: 1440, height: 900 }

/** Window sizes of the pictures. */
export const tall = { width: 1440, height: 1280 }
export const phone = { width: 390, height: 1700 }
export const french = { locale: 'fr-FR', timezoneId: 'Europe/Paris' } as const

/** Waits until all requests are done and their results are shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  // On a busy machine, a page may start its requests late.
  await page.getByText('Chargement…').first().waitFor({ state: 'hidden', timeout: 60_000 })
}
