import { expect, type Locator, type Page } from '@playwright/test'
import { type Language, quoteWords, words } from './words.ts'

/** A file for the file chooser. */
export const file = (name: string, content: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

type Chosen = ReturnType<typeof file>

/**
 * Opens the home page with 3D printing chosen, because most journeys are about prints; without a
 * technology, each part gets the process that suits it.
 */
export async function openQuote(page: Page, language: Language = 'fr', technology = '3d-printing'): Promise<void> {
  await page.goto(technology === '' ? '/manufacture/quote' : `/manufacture/quote?technology=${technology}`)
  // Only the app, once it has taken the page over, shows the banner.
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  if (language !== 'fr') await page.getByRole('button', { name: words[language].languageButton }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Files as the browser's dialog gives them: contents, or a path if too large for a message. */
export const choose = (page: Page, ...files: Chosen[] | string[]) =>
  page.locator('input[type=file][multiple]:not([webkitdirectory])').first().setInputFiles(files)

/** Spec 5: before the first quote the terms are agreed to. */
export async function agree(page: Page, language: Language = 'fr'): Promise<void> {
  const say = quoteWords[language]
  const dialog = page.getByRole('dialog', { name: say.terms })
  await dialog.getByRole('checkbox', { name: say.agree }).check()
  await dialog.getByRole('button', { name: say.seePrices }).click()
}

/** Drops a visitor's first files and opens the new project. */
export async function drop(
  page: Page,
  files: Chosen[] | string[],
  language: Language = 'fr',
  technology = '3d-printing',
): Promise<void> {
  await openQuote(page, language, technology)
  await choose(page, ...files)
  await agree(page, language)
  await expect(page).toHaveURL(/\/manufacture\/quote\/[0-9a-f-]{36}/, { timeout: 120_000 })
}

export const opener = (page: Page, name: string, language: Language = 'fr') =>
  page.getByRole('button', { name: quoteWords[language].open(name), exact: true })

/** The line of a part: a table row, or a card on a phone. */
export const line = (page: Page, name: string, language: Language = 'fr') =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: opener(page, name, language) })

/** Generous, because earlier uploads are analysed first. */
const analysed = { timeout: 120_000 }

/** The server has judged the line, and its upload and analysis are done. */
export async function expectStatus(page: Page, name: string, status: string | RegExp): Promise<void> {
  await expect(line(page, name).getByText(status)).toBeVisible(analysed)
  await expect(line(page, name).getByRole('progressbar')).toHaveCount(0, analysed)
}

export const panel = (page: Page, name: string, language: Language = 'fr') =>
  page.getByRole('article', { name: quoteWords[language].part(name), exact: true })

export async function openPart(page: Page, name: string, language: Language = 'fr') {
  await opener(page, name, language).click(analysed)
  const opened = panel(page, name, language)
  await expect(opened).toBeVisible()
  return opened
}

/** The open part shows the server's price instead of an estimate, firm or awaiting a decision. */
export function expectServersPrice(page: Page, name: string, language: Language = 'fr'): Promise<void> {
  const { fixedPrice, undecidedPrice } = quoteWords[language]
  const part = panel(page, name, language)
  return expect(part.getByText(fixedPrice).or(part.getByText(undecidedPrice))).toBeVisible(analysed)
}

export async function openPricedPart(page: Page, name: string, language: Language = 'fr') {
  const opened = await openPart(page, name, language)
  await expectServersPrice(page, name, language)
  return opened
}

/** The value beside a label on the panel of a part. */
export const fact = (page: Page, name: string, label: string) =>
  panel(page, name)
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')

/** Opens the card of a service of the open part. */
export async function openService(part: Locator, name: string): Promise<Locator> {
  const card = part.locator('details').filter({
    has: part.page().locator('summary').getByText(name, { exact: true }),
  })
  if ((await card.getAttribute('open')) === null) await card.locator('summary').click()
  return card
}
