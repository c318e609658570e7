import { fallbackLanguage, type Language } from '@cotation/domain'
import { loadMessages, type MessageSlice, type MessageTree, withFallback } from '@cotation/messages'
import { createStore } from '#lib/store.ts'
import { language } from './language.ts'

type Catalogue = Partial<Record<MessageSlice, MessageTree>>

/** The texts loaded so far, per language. Immutable, so that React notices changes. */
export const catalogues = createStore<Record<Language, Catalogue>>({ fr: {}, en: {} })

const inFlight = new Map<string, Promise<void>>()

function put(target: Language, slice: MessageSlice, texts: MessageTree) {
  const all = catalogues.get()
  catalogues.set({ ...all, [target]: { ...all[target], [slice]: texts } })
}

function once(key: string, load: () => Promise<void>): Promise<void> {
  const running = inFlight.get(key)
  if (running) return running

  // A failed download is retried on the next navigation.
  const started = load().catch((error: unknown) => {
    inFlight.delete(key)
    throw error
  })
  inFlight.set(key, started)

  return started
}

/** Loads the texts of a screen; its route waits for this. */
export async function ensureMessages(
  slices: readonly MessageSlice[],
  target: Language = language.get(),
): Promise<void> {
  await Promise.all(
    slices.map((slice) =>
      once(`${target}/${slice}`, async () => put(target, slice, await loadMessages(target, slice))),
    ),
  )
}

/** All slices loaded so far: a change of language needs them again. */
export function loadedSlices(): MessageSlice[] {
  return Object.keys(catalogues.get()[language.get()]) as MessageSlice[]
}

/**
 * Spec 1: English is the fallback for a missing text. The English slice is loaded only when that
 * happens.
 */
export async function fillFromEnglish(slice: MessageSlice, target: Language): Promise<void> {
  if (target === fallbackLanguage) return
  await once(`${target}/${slice}+${fallbackLanguage}`, async () => {
    const fallback = await loadMessages(fallbackLanguage, slice)
    put(target, slice, withFallback(catalogues.get()[target][slice] ?? {}, fallback))
  })
}
