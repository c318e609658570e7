import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../journey.ts'
import type { Language } from '../words.ts'

/** Language and window size of a journey. */
export interface Screen {
  language: Language
  viewport: { width: number; height: number }
}

export const desktop: Screen = { language: 'fr', viewport: { width: 1440, height: 900 } }
export const phone: Screen = { language: 'en', viewport: { width: 390, height: 844 } }

/** The page is accessible and fits its window. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}
