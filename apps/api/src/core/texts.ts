import { type Language, languages } from '@cotation/domain'
import { loadMessagesWithFallback, type MessageSlice, type MessageTree } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** The slices that the server itself speaks: errors, refused fields, mails, the payment simulator's page. */
const spoken = ['errors', 'validation', 'mail', 'simulator'] as const satisfies readonly MessageSlice[]
type Spoken = (typeof spoken)[number]

export type Texts = (language: Language, slice: Spoken, key: string, values?: Record<string, string | number>) => string

/** Loads the server's texts once, in every language, English standing in where one is missing. */
export async function loadTexts(): Promise<Texts> {
  const catalogue = new Map<string, MessageTree>()
  for (const language of languages) {
    for (const slice of spoken) catalogue.set(`${language}/${slice}`, await loadMessagesWithFallback(language, slice))
  }

  return (language, slice, key, values) => {
    const messages = catalogue.get(`${language}/${slice}`) ?? {}
    // Keys are error codes here, known only at run time: the library's typed keys do not apply.
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
