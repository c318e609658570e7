import type { Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

export type TextValues = Record<string, string | number>

export interface Texts {
  language: Language
  /** A text of `cli.json` or `geometry.json` by its path: `cli.column.volume`. */
  say(key: string, values?: TextValues): string
  number(value: number, digits?: number): string
}

/** The command line's texts in one language. */
export async function loadTexts(language: Language): Promise<Texts> {
  const messages = {
    cli: await loadMessagesWithFallback(language, 'cli'),
    geometry: await loadMessagesWithFallback(language, 'geometry'),
  }
  // Keys are rule ids and refusal codes, known only at run time: the library's typed keys do not apply.
  const translate: (key: string, values?: TextValues) => string = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
  })
  return {
    language,
    say: (key, values) => translate(key, values),
    number: (value, digits = 2) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value),
  }
}
