import type { Language } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { loadMessages, type MessageTree, messageSlices } from '../index.ts'
import { englishTerms } from './en.ts'
import { frenchTerms } from './fr.ts'
import type { Term } from './term.ts'

interface KeyedText {
  key: string
  text: string
}

/** Every text below a value: leaves of a language's messages, and names of the catalogue. */
function textsIn(value: unknown, key: string, language: Language): KeyedText[] {
  if (typeof value !== 'object' || value === null) return []
  if (language in value && 'fr' in value && 'en' in value) return [{ key, text: String(value[language]) }]
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${key}.${name}`, language))
}

function leavesOf(tree: MessageTree, key: string): KeyedText[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const path = `${key}.${name}`
    return typeof value === 'string' ? [{ key: path, text: value }] : leavesOf(value, path)
  })
}

async function allTexts(language: Language): Promise<KeyedText[]> {
  const slices = await Promise.all(
    messageSlices.map(async (slice) => leavesOf(await loadMessages(language, slice), slice)),
  )
  return [...slices.flat(), ...textsIn(packagedCatalogue, 'catalogue', language)]
}

function mixtures(texts: readonly KeyedText[], { avoid, isFreeInCatalogue = false, otherSense = [] }: Term): string[] {
  const isFree = (key: string) => otherSense.includes(key) || (isFreeInCatalogue && key.startsWith('catalogue.'))
  return texts.filter(({ key, text }) => avoid.test(text) && !isFree(key)).map(({ key, text }) => `${key}: ${text}`)
}

describe.each([
  ['French', 'fr', frenchTerms],
  ['English', 'en', englishTerms],
] as const)('the %s texts', (_name, language, terms) => {
  it.each(terms.map((term) => [term.term, term] as const))('say “%s” and nothing else for it', async (_term, term) => {
    expect(mixtures(await allTexts(language), term)).toEqual([])
  })

  it('name only texts that exist as exceptions', async () => {
    const keys = new Set((await allTexts(language)).map(({ key }) => key))
    expect(terms.flatMap(({ otherSense = [] }) => otherSense).filter((key) => !keys.has(key))).toEqual([])
  })
})

describe('the search for mixtures', () => {
  it.each([
    ['fr', 'Blanc matte'],
    ['fr', '25 inch'],
    ['fr', '40.8 HRC'],
    ['fr', 'Choisissez une matière'],
    ['fr', 'Fichiers déposés'],
    ['fr', 'jusqu’à 1 Gio'],
    ['fr', 'une photo de 5 Mo'],
    ['fr', 'sous {days} jours'],
    ['fr', 'Prêt ?'],
    ['fr', 'Les frais sont retirés'],
    ['fr', 'Payé par virement bancaire'],
    ['fr', 'Un paiement échoué'],
    ['fr', 'Indiquez la raison'],
    ['en', 'Bracket et 3 autres'],
    ['en', '10 %'],
  ] as const)('finds the known one in the %s text “%s”', (language, text) => {
    const terms: readonly Term[] = language === 'fr' ? frenchTerms : englishTerms
    expect(terms.flatMap((term) => mixtures([{ key: 'a', text }], term))).not.toEqual([])
  })
})
