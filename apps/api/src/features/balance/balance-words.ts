import type { Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

export type BalanceWords = (key: string, values?: Record<string, string | number>) => string

async function loadWords(language: Language): Promise<BalanceWords> {
  const messages = { balance: await loadMessagesWithFallback(language, 'balance') }
  // The keys are columns and states, known only at run time, so the library's typed keys do not apply.
  const translate: BalanceWords = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })

  return (key, values) => translate(`balance.${key}`, values)
}

const loaded = new Map<Language, Promise<BalanceWords>>()

/** The texts of the balance screens, for exported files; loaded once per language. */
export function balanceWords(language: Language): Promise<BalanceWords> {
  const words = loaded.get(language) ?? loadWords(language)
  loaded.set(language, words)
  return words
}
