import type { Page } from '@playwright/test'

export const desk = { width: 1440, height: 900 }

/** As much of a page as a picture is to show. */
export const tall = { width: 1440, height: 1280 }
export const phone = { width: 390, height: 1700 }
export const french = { locale: 'fr-FR', timezoneId: 'Europe/Paris' } as const

/** Nothing is fetched any more: thumbnails, models and prices are there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
}
