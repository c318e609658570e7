import type { Currency, Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'
import { moneyText } from './money-text.ts'

export type WordValues = Record<string, string | number>

/** Texts and formats of one language for documents. */
export interface Words {
  language: Language
  /** A text by message slice and path: `quotation.title`. */
  say(key: string, values?: WordValues): string
  number(value: number): string
  /** Formats minor units; USD by default. */
  money(minor: number, currency?: Currency): string
  /** Formats a date with non-breaking spaces. */
  day(time: string | Date): string
}

async function loadWords(language: Language): Promise<Words> {
  const messages = {
    quotation: await loadMessagesWithFallback(language, 'quotation'),
    geometry: await loadMessagesWithFallback(language, 'geometry'),
    papers: await loadMessagesWithFallback(language, 'papers'),
    pricing: await loadMessagesWithFallback(language, 'pricing'),
  }
  // Keys are rule ids and states, known only at run time, so the library's typed keys do not apply.
  const translate: (key: string, values?: WordValues) => string = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })

  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  // A document has no time zone of a reader.
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })

  return {
    language,
    say: (key, values) => translate(key, values),
    number: (value) => numbers.format(value),
    money: (minor, currency = 'USD') => moneyText(minor, currency, language),
    day: (time) => days.format(new Date(time)).replaceAll(' ', '\u00a0'),
  }
}

const loaded = new Map<Language, Promise<Words>>()

/** Cached, because a document of 200 lines needs thousands of texts. */
export function paperWords(language: Language): Promise<Words> {
  const words = loaded.get(language) ?? loadWords(language)
  loaded.set(language, words)
  return words
}
