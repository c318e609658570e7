import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodes } from '@cotation/contracts'
import { languages } from '@cotation/domain'
import { loadMessages, type MessageTree, messageSlices } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'
import { beforeAll, describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../../../..')

async function sourcesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(repository, folder), { recursive: true })
  const files = names.filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      !name.includes('node_modules') &&
      // Faults of a catalogue are for staff and have their texts beside the schema.
      !join(folder, name).startsWith(join('packages/contracts/catalogue/')),
  )

  return Promise.all(files.map((name) => readFile(join(repository, folder, name), 'utf8')))
}

/** The validation codes in contracts and services: quoted codes except error codes and methods. */
async function fieldCodes(): Promise<string[]> {
  const schemas = (await sourcesOf('packages/contracts')).filter((source) => source.includes("from 'zod'"))
  const inSchemas = schemas.flatMap((source) =>
    [...source.matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, code]) => code ?? ''),
  )
  const services = await sourcesOf('apps/api/src')
  const inServices = services.flatMap((source) =>
    [...source.matchAll(/path: [^,}]+, code: '([A-Z_]+)'/g)].map(([, code]) => code ?? ''),
  )
  const domain = (await sourcesOf('packages/domain')).flatMap((source) =>
    [...source.matchAll(/return '([A-Z][A-Z_]+)'/g)].map(([, code]) => code ?? ''),
  )
  const elsewhere = new Set<string>([...errorCodes, 'POST', 'PATCH', 'DELETE'])

  return [...new Set([...inSchemas.filter((code) => !elsewhere.has(code)), ...inServices, ...domain])].sort()
}

function* leaves(tree: MessageTree, prefix = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [prefix + key, value]
    else yield* leaves(value, `${prefix}${key}.`)
  }
}

describe.each(languages)('the messages in %s', (language) => {
  let errors: MessageTree
  let validation: MessageTree
  beforeAll(async () => {
    errors = await loadMessages(language, 'errors')
    validation = await loadMessages(language, 'validation')
  })

  it('have a text for every error code and no other', () => {
    expect(Object.keys(errors).sort()).toEqual([...errorCodes].sort())
  })

  it('have a text for every validation code', async () => {
    const codes = await fieldCodes()
    expect(codes.length).toBeGreaterThan(25)
    expect(codes.filter((code) => typeof validation[code] !== 'string')).toEqual([])
  })

  it.each(messageSlices)('are valid ICU in %s', async (slice) => {
    const messages = await loadMessages(language, slice)
    const faults: string[] = []
    for (const [key, text] of leaves(messages)) {
      const values = Object.fromEntries([...text.matchAll(/[{<](\w+)/g)].map(([, name]) => [name ?? '', 2]))
      const tags = Object.fromEntries(
        [...text.matchAll(/<(\w+)>/g)].map(([, name]) => [name ?? '', (chunks: string) => chunks]),
      )
      const translate = createTranslator<Record<string, string>>({
        locale: language,
        messages: messages as Record<string, string>,
        onError: (error) => faults.push(`${key}: ${error.message}`),
      })
      translate.markup(key, { ...values, ...tags })
    }

    expect(faults).toEqual([])
  })
})

it('the messages use the wording of the specification where it is given', async () => {
  const english = await loadMessages('en', 'errors')
  expect(english.BUSY).toBe('System is busy, please try again later')
  expect(english.UNEXPECTED).toBe('Unexpected error, please contact customer service')
})
