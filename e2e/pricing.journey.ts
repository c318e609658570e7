import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { plateWithHoles } from '../packages/geometry/solids/plates.ts'
import { box } from '../packages/geometry/solids/solids.ts'
import { binaryStl } from '../packages/geometry/solids/stl.ts'
import { card, choose, file, openQuote } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { type Language, languages, words } from './words.ts'

const plate = binaryStl(
  plateWithHoles({ columns: 4, rows: 3, pitch: 15, thickness: 6 }, [
    [5, 0],
    [5, 6],
  ]),
)

/** What people read on an offer, as a tester would write it down. */
const texts = {
  fr: {
    offer: (name: string) => `Prix de ${name}`,
    material: 'Procédé et matière',
    quantity: 'Quantité',
    line: /^Prix pour /,
    tiers: [/^Économique/, /^Standard/, /^Express/],
    breakdown: 'Détail du prix',
    curve: 'Prix selon la quantité',
    money: /^\d[\d\s]*,\d\d\s\$US$/,
    delivery: /^Livraison le \p{L}+\.? \d+ \p{L}+\.?$/u,
    wrong: /La quantité n’est pas un nombre entier/,
  },
  en: {
    offer: (name: string) => `Price of ${name}`,
    material: 'Process and material',
    quantity: 'Quantity',
    line: /^Price for /,
    tiers: [/^Economy/, /^Standard/, /^Express/],
    breakdown: 'Price breakdown',
    curve: 'Price by quantity',
    money: /^\$\d[\d,]*\.\d\d$/,
    delivery: /^Delivered on \p{L}+, \p{L}+ \d+$/u,
    wrong: /The quantity is not a whole number/,
  },
} as const

/** The offer of a dropped file, with its figures in cents as the page has them. */
function offerOf(page: Page, name: string, language: Language) {
  const say = texts[language]
  const offer = card(page, name).getByRole('region', { name: say.offer(name) })
  const minors = (figures: ReturnType<typeof offer.locator>) =>
    figures.evaluateAll((found) => found.map((one) => Number((one as HTMLDataElement).value)))
  const price = offer.getByText(say.line).locator('xpath=following-sibling::data')
  const folded = (title: string) => offer.locator('details', { has: page.getByText(title, { exact: true }) })
  return {
    offer,
    price,
    material: offer.getByLabel(say.material),
    quantity: offer.getByLabel(say.quantity, { exact: true }),
    tiers: say.tiers.map((tier) => offer.locator('label', { has: page.getByRole('radio', { name: tier }) })),
    line: async () => (await minors(price))[0] ?? Number.NaN,
    async terms() {
      const table = folded(say.breakdown)
      if (!(await table.getAttribute('open').then((open) => open !== null))) {
        await table.getByText(say.breakdown, { exact: true }).click()
      }
      return minors(table.locator('tbody data'))
    },
    curve: folded(say.curve),
  }
}

/** A price holds still once the page shows it for what was asked: the heading above it names the quantity. */
async function ask(offer: ReturnType<typeof offerOf>, quantity: number): Promise<void> {
  await offer.quantity.fill(String(quantity))
  const said = quantity === 1 ? /une pièce|one part/ : new RegExp(`${quantity} (pièces|parts)`)
  await expect(offer.price.locator('xpath=preceding-sibling::span')).toHaveText(said)
}

async function speak(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('button', { name: words[language].languageButton })
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

for (const language of languages) {
  test(`a dropped part shows what it costs, when it comes and why (${language})`, async ({ page }) => {
    const say = texts[language]
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await openQuote(page)
    await speak(page, language)
    await choose(page, file('plaque.stl', plate))
    const offer = offerOf(page, 'plaque.stl', language)
    await expect(offer.price).toHaveText(say.money)
    const first = await offer.line()

    await ask(offer, 12)
    const dozen = await offer.line()
    expect(dozen).toBeGreaterThan(first)
    await offer.material.selectOption('milling/al-6061-t6')
    await expect(offer.price).not.toHaveAttribute('value', String(dozen))

    const figures = await Promise.all(
      offer.tiers.map(async (tier) => ({
        minor: Number(await tier.locator('data').getAttribute('value')),
        date: (await tier.locator('time').getAttribute('datetime')) ?? '',
      })),
    )
    const [economy, standard, express] = figures
    if (!economy || !standard || !express) throw new Error('three lead times are shown')
    expect(express.minor).toBeGreaterThan(standard.minor)
    expect(standard.minor).toBeGreaterThan(economy.minor)
    expect([express.date, standard.date, economy.date].toSorted()).toEqual([express.date, standard.date, economy.date])
    expect(express.date > new Date().toISOString().slice(0, 10)).toBe(true)
    for (const tier of offer.tiers) await expect(tier.locator('time')).toHaveText(say.delivery)

    await offer.tiers[2]?.click()
    await expect(offer.price).toHaveAttribute('value', String(express.minor))
    const terms = await offer.terms()
    expect(terms.reduce((sum, minor) => sum + minor, 0)).toBe(express.minor)
    await offer.curve.getByText(say.curve, { exact: true }).click()
    await expect(offer.curve.locator('tr[aria-current]').locator('data').last()).toHaveAttribute(
      'value',
      String(express.minor),
    )

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await offer.quantity.fill('0')
    await expect(offer.offer.getByText(say.wrong)).toBeVisible()
    await expectAccessible(page)
    expect(sent).toEqual([])
  })
}

interface QuotedLine {
  process: string
  linePrice: { minor: number }
  breakdown: { minor: number }[]
}

/** The same question to the command line, which prices in Node. */
async function quotedByNode(path: string, material: string, quantity: number): Promise<QuotedLine> {
  const program = join(import.meta.dirname, '../apps/cli/cotation.mjs')
  const asked = ['quote', path, '--json', '--material', material, '--quantity', String(quantity)]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...asked])
  return JSON.parse(stdout) as QuotedLine
}

test('the answer is the same in Node and in Chromium', async ({ page }) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'cotation-priced-'))
  try {
    const path = join(folder, 'plaque.stl')
    await writeFile(path, plate)
    await openQuote(page)
    await page.locator('input[type=file]').setInputFiles(path)
    const offer = offerOf(page, 'plaque.stl', 'fr')
    for (const material of ['sla-9600-white', 'al-6061-t6', 'vc-pu-abs']) {
      for (const quantity of [1, 7, 60]) {
        const { process: way, linePrice, breakdown } = await quotedByNode(path, material, quantity)
        await offer.material.selectOption(`${way}/${material}`)
        await ask(offer, quantity)
        await expect(offer.price).toHaveAttribute('value', String(linePrice.minor))
        expect(await offer.terms(), `${material} × ${quantity}`).toEqual(breakdown.map(({ minor }) => minor))
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a part that no machine holds goes to an expert', async ({ page }) => {
  await openQuote(page)
  await choose(page, file('geant.stl', binaryStl(box([1500, 1300, 1200]))))
  const { offer } = offerOf(page, 'geant.stl', 'fr')
  await expect(offer.getByText(/Aucune de nos matières ne convient/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await offer.getByRole('link', { name: 'Demander à un expert' }).click()
  await expect(page).toHaveURL(/\/contact\?topic=quote/)
})

test('without a catalogue the part is measured all the same, and prices can be asked for again', async ({ page }) => {
  const catalogue = '**/gateway/global/catalogue/current'
  await page.route(catalogue, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Introuvable' } }),
  )
  await openQuote(page)
  await choose(page, file('cube.stl', binaryStl(box([20, 20, 20]))))
  const cube = card(page, 'cube.stl')
  await expect(cube.getByText('Les prix ne peuvent pas être chargés pour le moment.')).toBeVisible()
  await expect(cube.getByText('8 cm³')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(catalogue)
  await cube.getByRole('button', { name: 'Réessayer' }).click()
  await expect(offerOf(page, 'cube.stl', 'fr').price).toHaveText(texts.fr.money)
})
