import { type Language, languageFromHeader } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

type TextValues = Record<string, string | number>

export interface Texts {
  language: Language
  /** A text by its slice and path: `cli.column.volume`. */
  say(key: string, values?: TextValues): string
  number(value: number, digits?: number): string
  /** Formats cents of USD. */
  money(minor: number): string
}

/** The language of the shell, from locales such as `en_GB.UTF-8`; French if none is set. */
export function shellLanguage(environment: Record<string, string | undefined>): Language {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || ''
  return languageFromHeader(locale.slice(0, 2))
}

/** The command line's texts in one language. */
export async function loadTexts(language: Language): Promise<Texts> {
  const messages = {
    cli: await loadMessagesWithFallback(language, 'cli'),
    configuration: await loadMessagesWithFallback(language, 'configuration'),
    geometry: await loadMessagesWithFallback(language, 'geometry'),
    pricing: await loadMessagesWithFallback(language, 'pricing'),
  }

  // Keys contain rule ids and refusal codes that are known only at run time, so the library's
  // typed keys do not apply.
  const translate: (key: string, values?: TextValues) => string = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
  })

  return {
    language,
    say: (key, values) => translate(key, values),
    money: (minor) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(minor / 100),
    number: (value, digits = 2) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value),
  }
}
