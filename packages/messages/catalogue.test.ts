import { describe, expect, it } from 'vitest'
import { loadMessages, loadMessagesWithFallback, type MessageTree, messageSlices, withFallback } from './index.ts'

/** Every text of a slice by its dotted key. */
function texts(tree: MessageTree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value)
    else for (const [inner, text] of texts(value, `${prefix}${key}.`)) found.set(inner, text)
  }

  return found
}

/** The unique arguments and tags of an ICU text. `{count, plural, …}` reads "count plural". */
function icuArguments(text: string): string[] {
  const unquoted = text.replaceAll(/'[{}<>][^']*'/g, '')
  const names = [...unquoted.matchAll(/\{\s*(\w+)\s*(?:\}|,\s*(\w+))/g)].flatMap(([whole, name, type], index, all) => {
    // "one {minute}" is an option of the enclosing plural, not an argument called "minute". Options
    // are one brace deep, their texts two.
    const isOption = whole.endsWith('}') && depthAt(unquoted, all[index]?.index ?? 0) % 2 === 1
    return isOption ? [] : [type ? `${name} ${type}` : `${name}`]
  })

  const tags = [...unquoted.matchAll(/<(\w+)>/g)].map(([, name]) => `<${name}>`)
  return [...new Set([...names, ...tags])].sort()
}

function depthAt(text: string, end: number): number {
  let depth = 0
  for (const character of text.slice(0, end)) {
    if (character === '{') depth++
    if (character === '}') depth--
  }

  return depth
}

it('reads the arguments of an ICU text', () => {
  expect(icuArguments('Hello {name}, {count, plural, one {one part} other {# parts for {name}}} <b>now</b>')).toEqual([
    '<b>',
    'count plural',
    'name',
  ])
  expect(icuArguments('{n, plural, one {part} other {parts}}')).toEqual(['n plural'])
  expect(icuArguments("it''s '{literal}'")).toEqual([])
})

describe.each(messageSlices)('the slice %s', (slice) => {
  it('has the same keys and arguments in French and English', async () => {
    const french = texts(await loadMessages('fr', slice))
    const english = texts(await loadMessages('en', slice))
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort())

    const argumentsByKey = (catalogue: Map<string, string>) =>
      Object.fromEntries([...catalogue].map(([key, text]) => [key, icuArguments(text)]))
    expect(argumentsByKey(french)).toEqual(argumentsByKey(english))
  })

  it('has no empty text', async () => {
    const empty = [...texts(await loadMessages('fr', slice)), ...texts(await loadMessages('en', slice))].filter(
      ([, text]) => text.trim() === '',
    )
    expect(empty).toEqual([])
  })
})

describe('the fallback', () => {
  it('adds missing texts at any depth and keeps existing ones', () => {
    const merged = withFallback(
      { a: 'un', deep: { b: 'deux' } },
      { a: 'one', deep: { b: 'two', c: 'three' }, d: 'four' },
    )
    expect(merged).toEqual({ a: 'un', deep: { b: 'deux', c: 'three' }, d: 'four' })
  })

  it('leaves a complete French slice unchanged', async () => {
    expect(await loadMessagesWithFallback('fr', 'errors')).toEqual(await loadMessages('fr', 'errors'))
  })
})
