import type { Language } from '@cotation/domain'
import { loadMessagesWithFallback, type MessageSlice } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** Translates a key of one message slice; an unknown key gives an empty text. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const translators = new Map<string, Promise<Translate>>()

/**
 * The translator of a message slice in one language, loaded once. For keys known only at run time.
 */
export function loadTranslator(language: Language, slice: MessageSlice): Promise<Translate> {
  const name = `${language}/${slice}`
  const translator = translators.get(name) ?? createSliceTranslator(language, slice)
  translators.set(name, translator)
  return translator
}

async function createSliceTranslator(language: Language, slice: MessageSlice): Promise<Translate> {
  const messages = await loadMessagesWithFallback(language, slice)
  return createTranslator<Record<string, string>>({
    locale: language,
    messages: messages as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })
}
