import {
  type Language,
  type ListDeclaration,
  languages,
  lossReasons,
  staffLists,
  staffRights,
  staffTaskKinds,
} from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { loadMessages, type MessageSlice, type MessageTree } from './index.ts'

/** Where the texts of codes are that staff would otherwise read as they are. */
const codes: readonly (readonly [name: string, MessageSlice, path: string, codes: readonly string[]])[] = [
  ['kinds of tasks', 'staff-today', 'kind', staffTaskKinds],
  ['reasons of losses', 'staff-work', 'reasons', lossReasons],
  ['rights', 'staff', 'rights', staffRights],
]

function textOf(tree: MessageTree, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => (node as MessageTree | undefined)?.[key], tree)
}

/** Codes may have a point in their name, which is a level of the texts. */
async function missingTexts(language: Language, slice: MessageSlice, paths: readonly string[]): Promise<string[]> {
  const tree = await loadMessages(language, slice)
  return paths.filter((path) => typeof textOf(tree, path) !== 'string')
}

describe.each(languages)('in the language %s', (language) => {
  it.each(codes)('all %s have a text', async (_, slice, path, declared) => {
    const paths = declared.map((code) => `${path}.${code}`)
    expect(await missingTexts(language, slice, paths)).toEqual([])
  })

  it('all kinds of mails have a text', async () => {
    const mails = Object.entries(await loadMessages(language, 'mail'))
    const kinds = mails.filter(([, texts]) => typeof texts === 'object' && 'subject' in texts && 'body' in texts)
    const paths = kinds.map(([kind]) => `kinds.${kind}`)
    expect(paths.length).toBeGreaterThan(50)
    expect(await missingTexts(language, 'staff-mail', paths)).toEqual([])
  })

  it('all columns and choices of lists have a text', async () => {
    const lists: readonly ListDeclaration[] = Object.values(staffLists)
    const columns = lists.flatMap((list) => Object.entries(list.columns))
    const paths = columns.flatMap(([name, { choices = [], choiceTexts }]) => [
      `columns.${name}`,
      ...(choiceTexts ? choices.map((choice) => `choices.${choiceTexts}.${choice}`) : []),
    ])
    expect(await missingTexts(language, 'staff-list', paths)).toEqual([])
  })
})
