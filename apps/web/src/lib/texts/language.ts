import { defaultLanguage, type Language, languages } from '@cotation/domain'
import { browserStorage } from '#lib/browser-storage.ts'
import { createStore } from '#lib/store.ts'

export const languageKey = 'language'

/** French unless the visitor chose otherwise (spec 1); the browser's preference is ignored. */
function storedLanguage(): Language {
  const stored = browserStorage.get(languageKey)
  return languages.find((candidate) => candidate === stored) ?? defaultLanguage
}

/**
 * The language of texts and of requests. Change it through `setLanguage` of `i18n.tsx`, which loads
 * the texts first.
 */
export const language = createStore<Language>(storedLanguage())
