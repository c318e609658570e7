import { expect, type Page } from '@playwright/test'
import { screenTitle } from './journey.ts'
import type { StaffRecords } from './staff-records.ts'
import { type Language, staffWords } from './words.ts'

/** What journeys need to know of a row in the table of staff screens. */
interface StaffScreen {
  path: string
  right: string
  group: string | null
}

// By a computed address: the types of these journeys leave out the web app, whose settings differ.
const table = new URL('../apps/web/src/staff/screens.ts', import.meta.url)
const { staffScreens: screens } = (await import(table.href)) as { staffScreens: readonly StaffScreen[] }

/** All screens of the back office. */
export const staffScreens = screens

/** The address of a screen below `/manufacture/staff`. A new one with a parameter needs a record. */
export function addressOf({ path }: StaffScreen, records: StaffRecords): string {
  const address = path.includes('$') ? records[path] : path
  if (address === undefined) throw new Error(`No record for the screen ${path}: add one in staff-records.ts`)
  return address
}

/** Waits until a screen has its title and everything that it loads at first. */
export async function expectLoaded(page: Page, language: Language): Promise<void> {
  await expect(screenTitle(page)).toBeVisible()
  await expect(page.getByText(staffWords[language].loading, { exact: true })).toHaveCount(0)
}
