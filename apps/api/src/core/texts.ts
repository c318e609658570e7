import { type Language, languages } from '@cotation/domain'
import { loadMessagesWithFallback, type MessageSlice } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** Translates a key of one message slice; an unknown key gives an empty text. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const translators = new Map<string, Promise<Translate>>()

/**
 * The translator of a message slice in one language, loaded once, with English as the fallback. For
 * keys known only at run time (error codes, for example), to which the library's typed keys do not
 * apply.
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

/** The slices that the server needs outside of documents. */
const serverSlices = [
  'errors',
  'check',
  'validation',
  'mail',
  'simulator',
  // Mails name the seller as documents do.
  'papers',
  // Mails to staff name the kinds of tasks as the list does.
  'staff-today',
  // A refusal to pack names the open steps as the work list does.
  'staff-list',
] as const satisfies readonly MessageSlice[]
type ServerSlice = (typeof serverSlices)[number]

export type Texts = (
  language: Language,
  slice: ServerSlice,
  key: string,
  values?: Record<string, string | number>,
) => string

/** Loads the server's texts in every language. */
export async function loadTexts(): Promise<Texts> {
  const loaded = new Map<string, Translate>()
  for (const language of languages)
    for (const slice of serverSlices) loaded.set(`${language}/${slice}`, await loadTranslator(language, slice))

  return (language, slice, key, values) => loaded.get(`${language}/${slice}`)?.(key, values) ?? ''
}
