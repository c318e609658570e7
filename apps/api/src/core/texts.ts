import { type Language, languages } from '@cotation/domain'
import { loadMessagesWithFallback, type MessageSlice, type MessageTree } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** The message slices that the server needs: errors, invalid fields, mails, the card simulator's page. */
const serverSlices = ['errors', 'validation', 'mail', 'simulator'] as const satisfies readonly MessageSlice[]
type ServerSlice = (typeof serverSlices)[number]

export type Texts = (
  language: Language,
  slice: ServerSlice,
  key: string,
  values?: Record<string, string | number>,
) => string

/** Loads the server's texts in every language, with English as the fallback. */
export async function loadTexts(): Promise<Texts> {
  const catalogue = new Map<string, MessageTree>()
  for (const language of languages) {
    for (const slice of serverSlices) {
      catalogue.set(`${language}/${slice}`, await loadMessagesWithFallback(language, slice))
    }
  }

  return (language, slice, key, values) => {
    const messages = catalogue.get(`${language}/${slice}`) ?? {}
    // Keys are known only at run time (error codes, for example), so the library's typed keys do not apply.
    const translate: (key: string, values?: Record<string, string | number>) => string = createTranslator<
      Record<string, string>
    >({
      locale: language,
      messages: messages as Record<string, string>,
      onError: () => undefined,
      getMessageFallback: () => '',
    })

    return translate(key, values)
  }
}
