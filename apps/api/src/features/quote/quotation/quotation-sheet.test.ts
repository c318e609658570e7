import type { ProjectView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { promisedDates } from '@cotation/pricing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectEstimate } from '#features/quote/view/project-total.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { pdfPages, pdfSpokenTexts } from '#test/quote/pdf-text.ts'
import { aLine, anUpload, aProject, catalogue, now } from './quotation.fixture.ts'
import { quotationContent } from './quotation-content.ts'
import { drawQuotation } from './quotation-sheet.ts'

const brand = {
  name: 'Cotation',
  legalEntity: 'Cotation SAS',
  email: 'contact@example.com',
  phone: '+33 1 99 00 12 34',
  address: '1 rue de l’Exemple, 75000 Paris',
  legal: {
    country: 'FR',
    form: 'SAS',
    capital: '10 000 €',
    companyNumber: 'SIREN 999 999 999',
    register: 'RCS Paris',
  },
}
const vatNumber = 'FR00999999999'

const zoe = { name: 'Zoé Łukasz', company: 'Ateliers du Cœur', email: 'zoe@example.com', billing: null }

const thinWall: Finding = {
  rule: 'min-wall-mjf',
  severity: 'warns',
  metric: 'wall.minMm',
  value: 0.7,
  limit: 1,
  unit: 'mm',
  places: [],
  resolve: [],
}

async function pdfOf(project: ProjectView, { language = 'fr' as Language, customer = zoe as typeof zoe | null } = {}) {
  const words = await paperWords(language)
  const termsUrl = 'https://example.com/t'
  const facts = { project, catalogue, customer: customer ?? undefined, brand, vatNumber, termsUrl, now }
  const content = quotationContent(facts, words)
  return Buffer.from(await drawQuotation({ content, language, madeAt: now, pictures: new Map() }))
}

/** The text of each page, with no-break spaces as plain spaces. */
const read = (pdf: Uint8Array) => pdfPages(pdf).map((page) => page.replaceAll(/[\u00a0\u202f]/g, ' '))
const textOf = (pdf: Uint8Array) => read(pdf).join('\n')
const flat = (pdf: Uint8Array) => textOf(pdf).replaceAll('\n', ' ')

const dollars = (minor: number, language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
    .format(minor / 100)
    .replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the quotation on paper', () => {
  it.each(['fr', 'en'] as const)('shows the price of each line and their sum (%s; MON-1)', async (language) => {
    const lines = [
      aLine({ name: 'Boîtier.step', choose: { quantity: 3 } }),
      aLine({
        name: 'axe.step',
        reference: 'shaft-30x80',
        technology: 'cnc',
        choose: { quantity: 12, lead: 'express' },
      }),
    ]
    const text = textOf(await pdfOf(aProject(lines), { language }))
    let sum = 0
    for (const { name, price } of lines) {
      if (!price) throw new Error('no price')
      sum += price.linePrice.minor
      expect(text).toContain(name)
      expect(text).toContain(dollars(price.unitPrice.minor, language))
      expect(text).toContain(dollars(price.linePrice.minor, language))
    }

    expect(text).toContain(dollars(sum, language))
    expect(text).toContain(language === 'fr' ? '2 lignes chiffrées sur 2' : '2 lines priced of 2')
  })

  it('estimates carriage, duty and VAT for the country of the project', async () => {
    const line = aLine({ choose: { quantity: 20 } })
    const estimate = projectEstimate(aProject([line], { country: 'FR' }), catalogue)?.estimate
    if (!estimate || 'refusals' in estimate || estimate.landed.state !== 'estimated') throw new Error('no estimate')
    const text = flat(await pdfOf(aProject([line], { country: 'FR' })))

    expect(text).toContain('pays de livraison : France')
    expect(text).toContain(
      `Transport par SF International Standard Express : ${dollars(estimate.order.shipping.minor, 'fr')}`,
    )
    for (const { amountMinor, baseMinor } of estimate.landed.charges) {
      expect(text).toContain(dollars(amountMinor, 'fr'))
      expect(text).toContain(dollars(baseMinor, 'fr'))
    }
    expect(text).toContain('Droits de douane, code SH 3926.90')
    expect(text).toContain(`Coût rendu estimé : ${dollars(estimate.totalMinor, 'fr')}`)
  })

  it('says that import is not estimated for a country without figures', async () => {
    const text = flat(await pdfOf(aProject([aLine()], { country: 'BR' }), { language: 'en' }))
    expect(text).toContain('No estimate of duty and tax for this country.')
    expect(text).toContain('Estimated total without duty and tax')
  })

  it('has no estimate without a country or a ready line', async () => {
    expect(flat(await pdfOf(aProject([aLine()])))).not.toContain('Coût rendu')
    const undecided = aLine({ status: 'needs-decision' })
    expect(flat(await pdfOf(aProject([undecided], { country: 'FR' })))).not.toContain('Coût rendu')
  })

  it('names seller, customer, validity and terms', async () => {
    const text = flat(await pdfOf(aProject([aLine()])))
    for (const words of [
      'Devis',
      '20260302-5A0C7E1D-7',
      '2 mars 2026',
      '1er avril 2026',
      'Cotation SAS',
      'SAS au capital de 10 000 € · SIREN 999 999 999 · RCS Paris Nº TVA : FR00999999999',
      brand.address,
      brand.phone,
      'Zoé Łukasz',
      'Ateliers du Cœur',
      'zoe@example.com',
      'Banc d’essai',
      'EXW (Incoterms® 2020)',
      'TVA',
      catalogue.version,
      'https://example.com/t',
      'Page 1 sur 1',
    ])
      expect(text).toContain(words)
  })

  it('is made out to a visitor who has no account', async () => {
    expect(textOf(await pdfOf(aProject([aLine()]), { customer: null }))).toContain('Visiteur sans compte')
  })

  it('spells out material, process, colour, tolerance and services (spec 3)', async () => {
    const line = aLine({
      technology: 'cnc',
      reference: 'bracket-100x60x25',
      choose: { services: [{ id: 'tapping', option: 'metric', items: [{ size: 'M4', count: 8, depthMm: 10 }] }] },
    })
    const text = flat(await pdfOf(aProject([line])))

    expect(text).toContain('100 × 60 × 25 mm')
    expect(text).toContain('Aluminium 6061-T6, Fraisage CNC')
    expect(text).toContain('Couleur : Aluminium brut')
    expect(text).toContain('Tolérance : ISO 2768-m')
    expect(text).toContain('8 × M4, 10 mm')
  })

  it('shows the lead time and the shipping date of a line', async () => {
    const line = aLine({ choose: { lead: 'standard' } })
    const days = line.price?.leadTime.workingDays
    const text = flat(await pdfOf(aProject([line]), { language: 'en' }))
    expect(text).toContain(`${days} working days (Standard)`)
    expect(text).toContain('ships on March 4, 2026')
  })

  it.each(['FR', 'ZA'])('shows the delivery date of the cheapest carrier to %s', async (country) => {
    const line = aLine({ choose: { lead: 'standard' } })
    const project = aProject([line], { country })
    const estimate = projectEstimate(project, catalogue)?.estimate
    if (!estimate || 'refusals' in estimate) throw new Error('no estimate')

    const { workingDays, shipping } = estimate.order
    const request = { orderedAt: now.getTime(), workingDays, transitDays: shipping.transitDays, country }
    const words = await paperWords('en')
    const date = words.day(promisedDates(request, catalogue).deliveryLatest).replaceAll('\u00a0', ' ')

    expect(flat(await pdfOf(project, { language: 'en' }))).toContain(`delivered by ${date}`)
  })

  it.each([
    ['an expert looks at', aLine({ status: 'manual-quote' }), 'un expert établit le prix'],
    [
      'waits for a decision',
      aLine({ status: 'needs-decision', findings: [{ finding: thinWall, accepted: null }] }),
      '1 constat',
    ],
    [
      'whose file cannot be read',
      aLine({ status: 'needs-decision', upload: anUpload({ state: 'failed' }) }),
      'ne peut pas être lu',
    ],
    [
      'whose file is gone',
      aLine({ status: 'needs-decision', upload: anUpload({ state: 'expired' }) }),
      'n’est plus conservé',
    ],
    [
      'that is looked at',
      aLine({ status: 'analysing', part: null, configuration: null, price: null }),
      'en cours d’analyse',
    ],
    ['too old', aLine({ status: 'expired' }), 'il a expiré'],
    ['not complete', aLine({ status: 'configuring', price: null }), 'à compléter'],
  ])(
    'omits the price of a line %s, gives the reason and leaves it out of the sum (product decisions, Quote)',
    async (_name, line, why) => {
      const ready = aLine({ choose: { quantity: 5 } })
      const text = flat(await pdfOf(aProject([ready, line])))
      expect(text).toContain(why)
      expect(text).toContain('1 ligne sans prix n’est pas comprise')
      const minor = ready.price?.linePrice.minor ?? 0
      expect(text).toContain(`Sous-total HT, en dollars des États-Unis ${dollars(minor, 'fr')}`)
    },
  )

  it('shows an expert’s price as the price of the line', async () => {
    const answer = {
      unitMinor: 12_345,
      lineMinor: 24_690,
      workingDays: 9,
      sizeMm: null,
      weightG: null,
      note: 'Reprise à la main',
      answeredAt: now.toISOString(),
    }
    const manual = { state: 'answered', question: '?', askedAt: now.toISOString(), answer } as const
    const text = flat(await pdfOf(aProject([aLine({ manual, price: null, choose: { quantity: 2 } })])))

    expect(text).toContain(dollars(12_345, 'fr'))
    expect(text).toContain(`Sous-total HT, en dollars des États-Unis ${dollars(24_690, 'fr')}`)
    expect(text).toContain('9 jours ouvrés')
    expect(text).toContain('Prix établi par un expert : Reprise à la main')
  })

  it('lists accepted risks with who accepted them and when (product decisions, Quote)', async () => {
    const accepted = { at: '2026-03-01T10:00:00.000Z', by: 'zoe@example.com' }
    const text = flat(
      await pdfOf(aProject([aLine({ name: 'mince.stl', findings: [{ finding: thinWall, accepted }] })])),
    )
    expect(text).toContain('Ligne 1, mince.stl')
    expect(text).toContain('Accepté par zoe@example.com le 1er mars 2026 : Paroi de 0,7 mm')
  })

  it('notes the minimum order of a technology', async () => {
    const line = aLine()
    const minimum = Math.round((catalogue.technologies.find(({ id }) => id === 22)?.minOrderUsd ?? 0) * 100)
    const missing = minimum - (line.price?.linePrice.minor ?? 0)
    expect(missing).toBeGreaterThan(0)
    expect(flat(await pdfOf(aProject([line])))).toContain(`complétée de ${dollars(missing, 'fr')}`)
  })

  it('says that a project has no lines', async () => {
    expect(textOf(await pdfOf(aProject([])))).toContain('Ce projet n’a pas encore de ligne.')
  })
})

describe('a quotation of 200 lines', () => {
  it('repeats its heading and the columns, numbers its pages, and loses no line', async () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      aLine({ name: `part-${index}.stl`, choose: { quantity: index + 1 } }),
    )
    const pages = read(await pdfOf(aProject(lines)))

    expect(pages.length).toBeGreaterThan(10)

    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} sur ${pages.length}`)
      if (index > 0) expect(page).toContain('Devis 20260302-5A0C7E1D-7, Banc d’essai')
      if (page.includes('.stl')) expect(page).toContain('Prix unitaire HT')
    }

    const all = pages.join('\n')
    for (const { name, price } of lines) {
      expect(all).toContain(`${name}\n`)
      expect(all).toContain(dollars(price?.linePrice.minor ?? 0, 'fr'))
    }

    const sum = lines.reduce((total, { price }) => total + (price?.linePrice.minor ?? 0), 0)
    expect(all).toContain(dollars(sum, 'fr'))
  })

  it('continues a line that is longer than a page on the next one', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `mot${index}`)
    const text = flat(await pdfOf(aProject([aLine({ comment: words.join(' ') }), aLine({ name: 'after.stl' })])))
    for (const word of words) expect(text).toContain(word)
    expect(text).toContain('after.stl')
  })
})

describe('file names in a quotation (UPL-5)', () => {
  it.each([
    ['control characters', 'a\u0000b\u0007c\r\nd.stl', 'ab c d.stl'.replace('ab', 'a b')],
    ['marks that turn the direction', 'invoice\u202egpj.stl', 'invoicegpj.stl'],
    ['what ends a string of the format', '(a) \\) endobj <<//>>.stl', '(a) \\) endobj <<//>>.stl'],
    ['ligatures and signs of Europe', 'œuvre Łódź žluťoučký ≤ 5 € «ø».stl', 'œuvre Łódź žluťoučký ≤ 5 € «ø».stl'],
  ])('are inert: %s', async (_name, name, shown) => {
    expect(textOf(await pdfOf(aProject([aLine({ name })])))).toContain(shown)
  })

  it('draws boxes for characters missing in the font but keeps the text for copying', async () => {
    const pdf = await pdfOf(aProject([aLine({ name: '零件-支架.stl', upload: anUpload({ name: '零件-支架.stl' }) })]))
    expect(textOf(pdf)).toContain('□□-□□.stl')
    expect(pdfSpokenTexts(pdf)).toContain('零件-支架.stl')
  })

  it('wraps 200 letters without a space inside their column', async () => {
    const name = `${'W'.repeat(196)}.stl`
    const text = textOf(await pdfOf(aProject([aLine({ name, upload: anUpload({ name }) })])))
    expect(text).toMatch(/W+…/)
    for (const line of text.split('\n')) expect(line.match(/W/g)?.length ?? 0).toBeLessThan(40)
  })

  it('produces a document for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (name) => {
        const pdf = await pdfOf(aProject([aLine({ name, comment: name })], { name: name || 'x' }))
        expect(pdfPages(pdf)).toHaveLength(1)
      }),
      { numRuns: 20 },
    )
  })
})

it('produces equal files for equal content at the same time', async () => {
  const project = aProject([aLine(), aLine({ name: '零件.stl' })])
  expect(await pdfOf(project)).toEqual(await pdfOf(project))
})

it('states its title and language and is tagged for screen readers', async () => {
  const raw = (await pdfOf(aProject([aLine()]), { language: 'en' })).toString('latin1')
  expect(raw).toContain('/Lang (en)')
  expect(raw).toContain('/Marked true')
  expect(raw).toContain('/DisplayDocTitle true')
  for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD'])
    expect(raw).toMatch(new RegExp(`/S /${tag}\\b`))
})
