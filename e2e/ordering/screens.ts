import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../journey.ts'
import type { Language } from '../words/words.ts'

/** On what, and in which language, somebody reads the product. */
export interface Screen {
  language: Language
  viewport: { width: number; height: number }
}

export const desktop: Screen = { language: 'fr', viewport: { width: 1440, height: 900 } }
export const phone: Screen = { language: 'en', viewport: { width: 390, height: 844 } }

/** The page as it stands fits its window and can be used by everybody. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}
