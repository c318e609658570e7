import type { Messages } from '@cotation/messages'
import { useTranslations } from '#lib/texts/i18n.tsx'

type KnownFamily = keyof Messages['material']['family']

/** The texts of material families; a newer catalogue may have families without a text. */
export function useFamilyTexts() {
  const t = useTranslations('material.family')
  const textOf = (family: string, kind: 'name' | 'words'): string => {
    const key = `${family as KnownFamily}.${kind}` as const
    return t.has(key) ? t(key) : family
  }

  return {
    name: (family: string) => textOf(family, 'name'),
    /** What customers may call it, for a search. */
    words: (family: string) => textOf(family, 'words'),
  }
}
