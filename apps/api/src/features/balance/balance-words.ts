import type { Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

export type BalanceWords = (key: string, values?: Record<string, string | number>) => string

async function loadWords(language: Language): Promise<BalanceWords> {
  const messages = { balance: await loadMessagesWithFallback(language, 'balance') }
  // Keys are columns and states, known only at run time: the library's typed keys do not apply.
  const translate: BalanceWords = createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })

  return (key, values) => translate(`balance.${key}`, values)
}

const loaded = new Map<Language, Promise<BalanceWords>>()

/** The words of the balance's screens, for the tables that customers take away; read once. */
export function balanceWords(language: Language): Promise<BalanceWords> {
  const known = loaded.get(language) ?? loadWords(language)
  loaded.set(language, known)
  return known
}
