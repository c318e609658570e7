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

/**
 * Takes the language of a link (`?lang=en`): search engines list a page once per language. The
 * parameter leaves the address, or it would undo the visitor's later choice at every reload.
 */
export function takeLinkedLanguage({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const address = new URL(location.href)
  const asked = languages.find((candidate) => candidate === address.searchParams.get('lang'))
  if (!asked) return

  browserStorage.set(languageKey, asked)
  language.set(asked)
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
}
