import type { Language } from '@cotation/domain'
import type { MessageSlice, Messages } from '@cotation/messages'
import { type ReactNode, useCallback } from 'react'
import { type IntlError, IntlErrorCode, IntlProvider, useTranslations } from 'use-intl'
import { browserStorage } from '#lib/browser-storage.ts'
import { browserTimeZone } from '#lib/browser-time-zone.ts'
import { useStore } from '#lib/store.ts'
import { language, languageKey } from './language.ts'
import { catalogues, ensureMessages, fillFromEnglish, loadedSlices } from './messages.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

export { useTranslations }

/**
 * Loads all texts in the new language before switching, so that the page is never half translated.
 */
export async function setLanguage(next: Language): Promise<void> {
  await ensureMessages(loadedSlices(), next)
  browserStorage.set(languageKey, next)
  document.documentElement.lang = next
  language.set(next)
}

export function useLanguage() {
  return { language: useStore(language), setLanguage }
}

interface Missing {
  error: IntlError
  key: string
  namespace?: string
}

/**
 * Empty until the English fallback arrives; a text that is missing in both languages shows its key.
 */
function missingText(current: Language, { error, key, namespace }: Missing): string {
  const path = namespace ? `${namespace}.${key}` : key
  if (error.code !== IntlErrorCode.MISSING_MESSAGE || current === 'en') return path
  const slice = path.split('.')[0] as MessageSlice
  fillFromEnglish(slice, current).catch(() => {})
  return ''
}

function reportFault(error: IntlError) {
  if (error.code !== IntlErrorCode.MISSING_MESSAGE) window.reportError(error)
}

/** The back office shows the times and days of the shop, wherever its staff are. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return (
    <IntlProvider locale={useStore(language)} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const current = useStore(language)
  const texts = useStore(catalogues)[current]
  // Stable, because every component with texts renders again when it changes.
  const textInstead = useCallback((missing: Missing) => missingText(current, missing), [current])

  return (
    <IntlProvider
      locale={current}
      // Slices are loaded one by one; a screen waits for those that its route names.
      messages={texts as Partial<Messages>}
      timeZone={browserTimeZone()}
      getMessageFallback={textInstead}
      onError={reportFault}
    >
      {children}
    </IntlProvider>
  )
}
