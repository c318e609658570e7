// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { type MessageTree, withFallback } from '@cotation/messages'
import compile from 'icu-minify/compile'
import { _createCache, _createIntlFormatters } from 'use-intl'
import formatText from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { expect, it } from 'vitest'
import { compileTexts } from './compiled-messages.ts'

const folder = (language: string) => new URL(`../../../packages/messages/${language}/`, import.meta.url)

function textsIn(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  return Object.values(entry as object).flatMap(textsIn)
}

const filesOf = (language: string) => readdirSync(folder(language)).filter((file) => file.endsWith('.json'))

/** Values for the arguments and tags of a text: numbers of every plural form, names of its cases. */
function listValues(text: string): Record<string, never>[] {
  const cases = [...text.matchAll(/([\w-]+)\s*\{/g)].map(([, name]) => name)
  const numbers = [0, 1, 2, 21, 1234.567]

  return [...numbers, ...cases].map((sample) => {
    const values: Record<string, unknown> = {}
    for (const [, name = '', kind] of text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g)) {
      if (kind !== 'select' && typeof sample === 'string') values[name] ??= 3
      else values[name] = kind === 'select' ? String(sample) : sample
    }
    for (const [, tag = ''] of text.matchAll(/<(\w+)>/g)) values[tag] = (inner: unknown) => `[${inner}]`
    return values as Record<string, never>
  })
}

const cache = _createCache()
const formatters = _createIntlFormatters(cache)
const written = (parts: unknown) => [parts].flat().join('')

it.each(['fr', 'en'])('compiled texts in %s read like the texts themselves', (language) => {
  const options = { cache, formatters, locale: language, timeZone: 'UTC' }
  const different: string[] = []

  for (const file of filesOf(language)) {
    const texts = textsIn(JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8')))
    for (const text of texts) {
      const compiled = compile(text)
      for (const values of listValues(text)) {
        const expected = written(formatText('key', text, values, options))
        const formatted = written(formatCompiled('key', compiled, values, options))
        if (formatted !== expected) different.push(`${file}: ${text}\n${expected}\n${formatted}`)
      }
    }
  }

  expect(different).toEqual([])
})

it('keeps the topics of a slice', () => {
  expect(compileTexts({ title: 'Parts', list: { count: '{count} parts' } })).toEqual({
    title: 'Parts',
    list: { count: [['count'], ' parts'] },
  })
})

it('keeps a compiled text where English has it too, and adds those that only English has', () => {
  const french = compileTexts({ count: '{count} pièces' }) as MessageTree
  const english = compileTexts({ count: 'a total of {count} parts', more: 'More' }) as MessageTree
  expect(withFallback(french, english)).toEqual({ count: [['count'], ' pièces'], more: 'More' })
})
