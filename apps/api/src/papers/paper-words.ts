import type { Currency, Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'
import { moneyText } from './money-text.ts'

export type WordValues = Record<string, string | number>

/** How papers speak one language. */
export interface Words {
  language: Language
  /** A text by its slice and path: `quotation.title`. */
  say(key: string, values?: WordValues): string
  number(value: number): string
  /** Cents as people write them; of USD unless told otherwise. */
  money(minor: number, currency?: Currency): string
  /** The day of an instant, or of an ISO date; it stays on one line. */
  day(time: string | Date): string
}

async function loadWords(language: Language): Promise<Words> {
  const messages = {
    quotation: await loadMessagesWithFallback(language, 'quotation'),
    geometry: await loadMessagesWithFallback(language, 'geometry'),
    papers: await loadMessagesWithFallback(language, 'papers'),
    pricing: await loadMessagesWithFallback(language, 'pricing'),
  }
  // Keys are rule ids and states, known only at run time: the library's typed keys do not apply.
  const translate: (key: string, values?: WordValues) => string = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })

  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  // A document has no reader's clock to go by.
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })

  return {
    language,
    say: (key, values) => translate(key, values),
    number: (value) => figures.format(value),
    money: (minor, currency = 'USD') => moneyText(minor, currency, language),
    day: (time) => days.format(new Date(time)).replaceAll(' ', '\u00a0'),
  }
}

const loaded = new Map<Language, Promise<Words>>()

/** Read once: a paper of 200 lines speaks some thousand times. */
export function paperWords(language: Language): Promise<Words> {
  const known = loaded.get(language) ?? loadWords(language)
  loaded.set(language, known)
  return known
}
