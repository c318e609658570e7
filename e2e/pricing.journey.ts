import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { binaryStl, box, plateWithHoles } from '../packages/geometry/solids.ts'
import {
  agree,
  choose,
  drop,
  expectServersPrice,
  expectStatus,
  file,
  openPart,
  openPricedPart,
  openQuote,
  panel,
} from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { type Language, languages } from './words.ts'

const plate = binaryStl(
  plateWithHoles({ columns: 4, rows: 3, pitch: 15, thickness: 6 }, [
    [5, 0],
    [5, 6],
  ]),
)

/** Texts on the panel of a part. */
const texts = {
  fr: {
    price: 'Prix',
    material: 'Procédé et matériau',
    change: 'Changer',
    search: 'Chercher dans tous les matériaux',
    quantity: 'Nombre de pièces',
    line: /^Prix pour /,
    leads: 'Délai',
    tiers: [/^Économique/, /^Standard/, /^Express/],
    breakdown: 'Détail du prix',
    breaks: 'Prix par quantité',
    money: /^\d[\d\s]*,\d\d\s\$US$/,
    delivery: /^Livraison le \p{L}+\.? \d+(er)? \p{L}+\.?$/u,
    saved: 'Modifications enregistrées',
    wrong: /Indiquez un nombre entier/,
    milling: 'Aluminium 6061-T6',
    mills: /Fraisage/,
    stepAdvised: /^Un fichier STEP est conseillé/,
  },
  en: {
    price: 'Price',
    material: 'Process and material',
    change: 'Change',
    search: 'Search all materials',
    quantity: 'Number of parts',
    line: /^Price for /,
    leads: 'Lead time',
    tiers: [/^Economy/, /^Standard/, /^Express/],
    breakdown: 'Price breakdown',
    breaks: 'Prices by quantity',
    money: /^\$\d[\d,]*\.\d\d$/,
    delivery: /^Delivered on \p{L}+, \p{L}+ \d+$/u,
    saved: 'All changes saved',
    wrong: /Enter a whole number/,
    milling: 'Aluminium 6061-T6',
    mills: /[Mm]illing/,
    stepAdvised: /^A STEP file is advised/,
  },
} as const

/** The open part with its figures in cents. */
function offerOf(page: Page, name: string, language: Language = 'fr') {
  const say = texts[language]
  const part = panel(page, name, language)
  const section = part.getByRole('region', { name: say.price, exact: true })
  const leads = part.getByRole('radiogroup', { name: say.leads })
  const minors = (figures: Locator) =>
    figures.evaluateAll((found) => found.map((one) => Number((one as HTMLDataElement).value)))
  const price = section.getByText(say.line).locator('xpath=following-sibling::data')

  return {
    part,
    price,
    quantity: part.getByLabel(say.quantity, { exact: true }),
    tiers: say.tiers.map((tier) => leads.locator('label', { has: page.getByRole('radio', { name: tier }) })),
    chosenTier: leads.locator('label', { has: page.getByRole('radio', { checked: true }) }),
    breaks: part.getByRole('list', { name: say.breaks }),
    line: async () => (await minors(price))[0] ?? Number.NaN,
    async terms() {
      const table = section.locator('details', { has: page.getByText(say.breakdown, { exact: true }) })
      if ((await table.getAttribute('open')) === null) await table.getByText(say.breakdown, { exact: true }).click()
      await expect(table.locator('tfoot data')).toBeVisible()
      return minors(table.locator('tbody data'))
    },
    /** Chooses a material by name and process in the list of all materials. */
    async take(material: string, process: RegExp) {
      const choice = part.getByRole('region', { name: say.material })
      await choice.getByRole('button', { name: say.change }).click()
      await choice.getByLabel(say.search).fill(material)
      const option = choice.getByRole('region', { name: process }).getByRole('button', { name: material })
      await option.click()
      await expect(choice.getByLabel(say.search)).toHaveCount(0)
    },
  }
}

type Offer = ReturnType<typeof offerOf>

/** Sets the quantity and waits until the heading above the price names it. */
async function ask(offer: Offer, quantity: number): Promise<void> {
  await offer.quantity.fill(String(quantity))
  const said = quantity === 1 ? /une pièce|one part/ : new RegExp(`${quantity} (pièces|parts)`)
  await expect(offer.price.locator('xpath=preceding-sibling::span')).toHaveText(said)
}

/** Waits for the current price first: the figures of the other tiers are painted after it. */
async function tierFigures(offer: Offer) {
  await expect(offer.chosenTier.locator('data')).toHaveAttribute('value', String(await offer.line()))
  return Promise.all(
    offer.tiers.map(async (tier) => ({
      minor: Number(await tier.locator('data').getAttribute('value')),
      date: (await tier.locator('time').getAttribute('datetime')) ?? '',
    })),
  )
}

for (const language of languages) {
  test(
    `a dropped part shows price, delivery date and breakdown (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      const say = texts[language]
      await drop(page, [file('plaque.stl', plate)], language)
      await openPricedPart(page, 'plaque.stl', language)
      const offer = offerOf(page, 'plaque.stl', language)
      await expect(offer.price).toHaveText(say.money)
      const first = await offer.line()

      await ask(offer, 12)
      const dozen = await offer.line()
      expect(dozen).toBeGreaterThan(first)
      await offer.take(say.milling, say.mills)
      await expect(offer.price).not.toHaveAttribute('value', String(dozen))
      await expect(offer.part.getByText(say.stepAdvised).first()).toBeVisible()

      const [economy, standard, express] = await tierFigures(offer)
      if (!economy || !standard || !express) throw new Error('three lead times are shown')
      expect(express.minor).toBeGreaterThan(standard.minor)
      expect(standard.minor).toBeGreaterThan(economy.minor)
      expect([express.date, standard.date, economy.date].toSorted()).toEqual([
        express.date,
        standard.date,
        economy.date,
      ])
      expect(express.date > new Date().toISOString().slice(0, 10)).toBe(true)
      for (const tier of offer.tiers) await expect(tier.locator('time')).toHaveText(say.delivery)

      await offer.tiers[2]?.click()
      await expect(offer.price).toHaveAttribute('value', String(express.minor))
      const terms = await offer.terms()
      expect(terms.reduce((sum, minor) => sum + minor, 0)).toBe(express.minor)
      await offer.breaks.getByRole('button', { name: /^10\D/ }).click()
      await expect(offer.quantity).toHaveValue('10')

      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
      await offer.quantity.fill('0')
      await expect(offer.part.getByText(say.wrong)).toBeVisible()
      await expectAccessible(page)
    },
  )
}

interface QuotedLine {
  linePrice: { minor: number }
  breakdown: { minor: number }[]
}

/** The price of the command line, which runs in Node. */
async function quotedByNode(path: string, material: string, quantity: number): Promise<QuotedLine> {
  const program = join(import.meta.dirname, '../apps/cli/cotation.mjs')
  const asked = ['quote', path, '--json', '--material', material, '--quantity', String(quantity)]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...asked])
  return JSON.parse(stdout) as QuotedLine
}

const asked = [
  { material: 'sla-9600-white', name: 'Résine blanche 9600', process: /SLA/ },
  { material: 'al-6061-t6', name: texts.fr.milling, process: texts.fr.mills },
  { material: 'vc-pu-abs', name: 'PU type ABS standard', process: /Coulée sous vide/ },
]

test('Node, Chromium and the server compute the same price', async ({ page }) => {
  test.slow()

  const folder = await mkdtemp(join(tmpdir(), 'cotation-priced-'))
  try {
    const path = join(folder, 'plaque.stl')
    await writeFile(path, plate)
    await drop(page, [path])
    await openPricedPart(page, 'plaque.stl')

    const offer = offerOf(page, 'plaque.stl')
    for (const { material, name, process } of asked) {
      await offer.take(name, process)

      for (const quantity of [1, 7, 60]) {
        const { linePrice, breakdown } = await quotedByNode(path, material, quantity)
        await ask(offer, quantity)
        await expect(offer.price).toHaveAttribute('value', String(linePrice.minor))
        expect(await offer.terms(), `${material} × ${quantity}`).toEqual(breakdown.map(({ minor }) => minor))
      }

      const before = await offer.line()
      await expect(page.getByText(texts.fr.saved)).toBeVisible()

      // After the reload, the price comes from the server.
      await page.reload()
      await expectServersPrice(page, 'plaque.stl')

      await expect(offer.price).toHaveAttribute('value', String(before))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a part that exceeds every machine goes to an expert', async ({ page }) => {
  await drop(page, [file('geant.stl', binaryStl(box([1500, 1300, 1200])))])

  const part = await openPart(page, 'geant.stl')
  await expect(part.getByText(/^Aucun de nos matériaux ne convient/)).toBeVisible({ timeout: 120_000 })

  await expectAccessible(page)
  await part.getByText('Demander à un expert', { exact: true }).click()
  await part.getByLabel('Votre question').fill('Peut-on la faire en deux moitiés ?')
  await part.getByLabel('E-mail pour la réponse').fill('geant@example.com')
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Envoyer la question' }).click()

  await expect(part.getByText('Un expert examine cette pièce. Réponse sous 24 heures.')).toBeVisible()

  await part.getByRole('button', { name: 'Fermer la pièce' }).click()
  await expectStatus(page, 'geant.stl', 'Devis manuel')
})

test('without a catalogue nothing is lost, and prices can be requested again', async ({ page }) => {
  const catalogue = '**/gateway/global/catalogue/**'
  await page.route(catalogue, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Introuvable' } }),
  )

  let made = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/gateway/global/project')) made++
  })
  await openQuote(page)
  await choose(page, file('cube.stl', binaryStl(box([20, 20, 20]))))
  await agree(page)

  const failure = page.getByRole('alert').filter({ hasText: 'Impossible de créer un nouveau projet' })
  await expect(failure).toBeVisible({ timeout: 120_000 })

  await expectAccessible(page)
  await page.unroute(catalogue)
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await openPricedPart(page, 'cube.stl')

  await expect(offerOf(page, 'cube.stl').price).toHaveText(texts.fr.money)
  expect(made, 'projects made').toBe(1)
})
