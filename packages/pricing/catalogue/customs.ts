import type { Commodity, Customs, CustomsTerritory, Duty } from '@cotation/domain'
import { polymers } from './services/families.ts'
import { tax } from './tax.ts'

/** The day the figures were entered. They were not compared with the publications that they cite. */
const date = '2026-11-17'

const sources = {
  wco: { name: 'World Customs Organization, Harmonized System 2022', date },
  taric: { name: 'European Commission, TARIC', date },
  'eu-vat': { name: 'European Commission, Taxes in Europe Database', date },
  'uk-tariff': { name: 'HM Revenue & Customs, UK Integrated Online Tariff', date },
  'ch-tariff': {
    name: 'Swiss Federal Office for Customs, Tares (industrial tariffs abolished on 1 January 2024)',
    date,
  },
  'no-tariff': { name: 'Norwegian Customs, Customs Tariff 2026', date },
  hts: { name: 'US International Trade Commission, Harmonized Tariff Schedule 2026', date },
  'us-301': { name: 'US Trade Representative, Section 301 action on China (HTS 9903.88)', date },
  'us-232': { name: 'US Department of Commerce, Section 232 action on steel, aluminium and copper', date },
  'ca-tariff': { name: 'Canada Border Services Agency, Customs Tariff 2026', date },
  'jp-tariff': { name: 'Japan Customs, Tariff Schedule 2026', date },
  'au-tariff': { name: 'Australian Border Force, Working Tariff', date },
  'cn-tariff': { name: 'China Customs, Import and Export Tariff 2026', date },
  'hk-customs': { name: 'Hong Kong Customs and Excise Department, dutiable commodities', date },
  'sg-customs': { name: 'Singapore Customs, duties and dutiable goods', date },
}

type Source = keyof typeof sources

const plastics = '392690'
const steel = '732690'
const copper = '741980'
const nickel = '750890'
const aluminium = '761699'
const magnesium = '810490'
const cobalt = '810590'
const titanium = '810890'

const commodity = (hsCode: string, fr: string, en: string, families: string): Commodity => ({
  hsCode,
  name: { fr, en },
  families: families.split(' '),
  source: 'wco',
})

/**
 * The class of parts that nothing but their material describes. A part of a machine or a vehicle may
 * belong to another one, which the customer's broker knows.
 */
const commodities: Commodity[] = [
  commodity(plastics, 'Autres ouvrages en plastique', 'Other articles of plastics', polymers),
  commodity(
    steel,
    'Autres ouvrages en fer ou en acier',
    'Other articles of iron or steel',
    'steel stainless tool-steel slm-steel',
  ),
  commodity(copper, 'Autres ouvrages en cuivre', 'Other articles of copper', 'brass bronze copper slm-cu'),
  commodity(nickel, 'Autres ouvrages en nickel', 'Other articles of nickel', 'slm-ni'),
  commodity(aluminium, 'Autres ouvrages en aluminium', 'Other articles of aluminium', 'al slm-al'),
  commodity(magnesium, 'Ouvrages en magnésium', 'Articles of magnesium', 'magnesium'),
  commodity(cobalt, 'Ouvrages en cobalt', 'Articles of cobalt', 'slm-co'),
  commodity(titanium, 'Ouvrages en titane', 'Articles of titanium', 'titanium slm-ti'),
]

const allCodes = commodities.map(({ hsCode }) => hsCode)
const customsDuty = { fr: 'Droits de douane', en: 'Customs duty' }

/** The ordinary duty: percent by HS code. */
const tariff = (source: Source, rates: Readonly<Record<string, number>>): Duty[] =>
  Object.entries(rates).map(([hsCode, percent]) => ({ name: customsDuty, hsCodes: [hsCode], percent, source }))

/** No duty on any of the classes. */
const noTariff = (source: Source): Duty[] => [{ name: customsDuty, hsCodes: allCodes, percent: 0, source }]

const importVat = { fr: 'TVA à l’importation', en: 'Import VAT' }

const section301 = (percent: number, hsCodes: string[]): Duty => ({
  name: { fr: 'Droit additionnel « section 301 »', en: 'Section 301 additional duty' },
  hsCodes,
  percent,
  origins: ['CN'],
  source: 'us-301',
})

const europeanUnion: CustomsTerritory = {
  countries: tax.union,
  dutyBase: 'cif',
  // The exemption up to 150 EUR ended on 1 July 2026.
  duties: tariff('taric', {
    [plastics]: 6.5,
    [steel]: 2.7,
    [copper]: 3,
    [nickel]: 0,
    [aluminium]: 6,
    [magnesium]: 4,
    [cobalt]: 3,
    [titanium]: 7,
  }),
  importTax: { name: importVat, base: 'cif', source: 'eu-vat' },
}

const unitedKingdom: CustomsTerritory = {
  countries: ['GB'],
  dutyBase: 'cif',
  duties: tariff('uk-tariff', {
    [plastics]: 6,
    [steel]: 2,
    [copper]: 2,
    [nickel]: 0,
    [aluminium]: 6,
    [magnesium]: 4,
    [cobalt]: 2,
    [titanium]: 6,
  }),
  dutyFree: { usd: 178, amount: 135, currency: 'GBP', source: 'uk-tariff' },
  importTax: { name: importVat, base: 'cif', source: 'uk-tariff' },
}

const switzerland: CustomsTerritory = {
  countries: ['CH'],
  dutyBase: 'cif',
  duties: noTariff('ch-tariff'),
  // Tax up to 5 CHF is not collected: 62 CHF at 8.1 %.
  importTax: {
    name: importVat,
    base: 'cif',
    source: 'ch-tariff',
    free: { usd: 77, amount: 62, currency: 'CHF', source: 'ch-tariff' },
  },
}

const norway: CustomsTerritory = {
  countries: ['NO'],
  dutyBase: 'cif',
  duties: noTariff('no-tariff'),
  importTax: { name: importVat, base: 'cif', source: 'no-tariff' },
}

/** No VAT and no exemption: the one up to 800 USD was suspended on 29 August 2025. */
const unitedStates: CustomsTerritory = {
  countries: ['US'],
  dutyBase: 'fob',
  duties: [
    ...tariff('hts', {
      [plastics]: 5.3,
      [steel]: 2.9,
      [copper]: 0,
      [nickel]: 3,
      [aluminium]: 2.5,
      [magnesium]: 14.8,
      [cobalt]: 3.7,
      [titanium]: 5.5,
    }),
    section301(7.5, [plastics]),
    section301(25, [steel, copper, nickel, aluminium, magnesium, cobalt, titanium]),
    {
      name: { fr: 'Droit additionnel « section 232 »', en: 'Section 232 additional duty' },
      hsCodes: [steel, copper, aluminium],
      percent: 50,
      source: 'us-232',
    },
  ],
}

const canada: CustomsTerritory = {
  countries: ['CA'],
  dutyBase: 'fob',
  duties: tariff('ca-tariff', {
    [plastics]: 6.5,
    [steel]: 6.5,
    [copper]: 3,
    [nickel]: 3,
    [aluminium]: 6.5,
    [magnesium]: 2.5,
    [cobalt]: 0,
    [titanium]: 3,
  }),
  dutyFree: { usd: 14, amount: 20, currency: 'CAD', source: 'ca-tariff' },
  importTax: {
    name: { fr: 'TPS fédérale', en: 'Federal GST' },
    base: 'fob',
    source: 'ca-tariff',
    free: { usd: 14, amount: 20, currency: 'CAD', source: 'ca-tariff' },
  },
}

const japan: CustomsTerritory = {
  countries: ['JP'],
  dutyBase: 'cif',
  duties: tariff('jp-tariff', {
    [plastics]: 3.9,
    [steel]: 0,
    [copper]: 3,
    [nickel]: 3,
    [aluminium]: 3,
    [magnesium]: 3,
    [cobalt]: 0,
    [titanium]: 3,
  }),
  dutyFree: { usd: 65, amount: 10_000, currency: 'JPY', source: 'jp-tariff' },
  importTax: {
    name: { fr: 'Taxe sur la consommation', en: 'Consumption tax' },
    base: 'cif',
    source: 'jp-tariff',
    free: { usd: 65, amount: 10_000, currency: 'JPY', source: 'jp-tariff' },
  },
}

/** Without the preference of the agreement with China, which needs a certificate of origin. */
const australia: CustomsTerritory = {
  countries: ['AU'],
  dutyBase: 'fob',
  duties: tariff('au-tariff', {
    [plastics]: 5,
    [steel]: 5,
    [copper]: 5,
    [nickel]: 0,
    [aluminium]: 5,
    [magnesium]: 0,
    [cobalt]: 0,
    [titanium]: 0,
  }),
  dutyFree: { usd: 650, amount: 1000, currency: 'AUD', source: 'au-tariff' },
  importTax: {
    name: { fr: 'GST', en: 'GST' },
    base: 'cif',
    source: 'au-tariff',
    free: { usd: 650, amount: 1000, currency: 'AUD', source: 'au-tariff' },
  },
}

const china: CustomsTerritory = {
  countries: ['CN'],
  dutyBase: 'cif',
  duties: tariff('cn-tariff', {
    [plastics]: 6.5,
    [steel]: 8,
    [copper]: 9,
    [nickel]: 6,
    [aluminium]: 10,
    [magnesium]: 6,
    [cobalt]: 8,
    [titanium]: 8,
  }),
  importTax: { name: importVat, base: 'cif', source: 'cn-tariff' },
}

const hongKong: CustomsTerritory = { countries: ['HK'], dutyBase: 'cif', duties: noTariff('hk-customs') }

const singapore: CustomsTerritory = {
  countries: ['SG'],
  dutyBase: 'cif',
  duties: noTariff('sg-customs'),
  importTax: {
    name: { fr: 'GST', en: 'GST' },
    base: 'cif',
    source: 'sg-customs',
    free: { usd: 308, amount: 400, currency: 'SGD', source: 'sg-customs' },
  },
}

/** Duty and tax on imports. Estimates: rates change, and the class depends on the use of a part. */
export const customs: Customs = {
  sources,
  commodities,
  territories: [
    europeanUnion,
    unitedKingdom,
    switzerland,
    norway,
    unitedStates,
    canada,
    japan,
    australia,
    china,
    hongKong,
    singapore,
  ],
}
