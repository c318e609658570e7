import type { Currency, Language } from '@cotation/domain'
import { dateText } from '@cotation/messages'
import { loadTranslator, type Translate } from '#core/texts.ts'

type WordValues = Record<string, string | number>

/** Texts and formats of one language for documents. */
export interface Words {
  language: Language
  /** A text by message slice and path: `quotation.title`. */
  say(key: string, values?: WordValues): string
  number(value: number): string
  /** To a thousandth; smaller values to two digits, so that none becomes zero. */
  preciseNumber(value: number): string
  /** Millimetres to a thousandth, however large. */
  preciseLength(value: number): string
  /** Formats minor units; USD by default. */
  money(minor: number, currency?: Currency): string
  /** Formats a date with non-breaking spaces. */
  day(time: string | Date): string
}

const slices = ['configuration', 'quotation', 'geometry', 'papers', 'pricing'] as const

async function loadWords(language: Language): Promise<Words> {
  const translators = new Map<string, Translate>()
  for (const slice of slices) translators.set(slice, await loadTranslator(language, slice))

  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const preciseNumbers = new Intl.NumberFormat(language, {
    maximumFractionDigits: 3,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  })

  const lengths = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })

  return {
    language,
    say(key, values) {
      const [slice = '', ...path] = key.split('.')
      return translators.get(slice)?.(path.join('.'), values) ?? ''
    },
    number: (value) => numbers.format(value),
    preciseNumber: (value) => preciseNumbers.format(value),
    preciseLength: (value) => lengths.format(value),
    money: (minor, currency = 'USD') => moneyText(minor, currency, language),
    day: (time) => dayText(time, language).replaceAll(' ', '\u00a0'),
  }
}

const regionNames = new Map<Language, Intl.DisplayNames>()

/** The name of a country by its ISO 3166 code. */
export function countryName(code: string, language: Language): string {
  const names = regionNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  regionNames.set(language, names)
  return names.of(code) ?? code
}

const loaded = new Map<Language, Promise<Words>>()

/** Cached, because a document of 200 lines needs thousands of texts. */
export function paperWords(language: Language): Promise<Words> {
  const words = loaded.get(language) ?? loadWords(language)
  loaded.set(language, words)
  return words
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: Currency, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const currencyDisplay = currency === 'CNY' ? 'code' : 'symbol'
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
  formats.set(key, format)
  return format
}

/** A day in documents and mails, in UTC: they have no time zone of a reader. */
export const dayText = (time: string | Date, language: Language): string =>
  dateText(new Date(time), language, { dateStyle: 'long', timeZone: 'UTC' })

/** A formatted amount. Yuan are shown as RMB (spec 9). */
export function moneyText(minor: number, currency: Currency, language: Language): string {
  return formatOf(currency, language)
    .format(minor / 100)
    .replace('CNY', 'RMB')
}
