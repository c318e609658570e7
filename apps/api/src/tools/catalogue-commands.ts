import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import {
  compareDraft,
  discardDraft,
  getContent,
  listCatalogues,
  publishDraft,
  saveDraft,
} from '#features/catalogue/catalogue.service.ts'
import { comparisonReport, versionTable } from './catalogue-report.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run catalogue -- COMMAND
  list                                          every version and draft
  export [VERSION] [--to FILE]                  the one in force, or the named one, as JSON
  draft FILE --author NAME [--comment TEXT]     check a changed catalogue and keep it as a draft
  compare VERSION [--json]                      what it does to the prices of the reference parts
  publish VERSION [--from 2026-12-01]           put it in force, now or from a later moment on
  discard VERSION                               remove a draft`

const options = {
  author: { type: 'string' },
  comment: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

type CatalogueDeps = Pick<Deps, 'db' | 'clock' | 'catalogues'>

interface Terminal {
  /** The database is opened when the command is known to make sense. */
  open(): Promise<CatalogueDeps>
  say(text: string): void
  /** Where the operator stands: npm runs scripts from the root of the project. */
  folder: string
}

/** Does what the words say; throws a `ToolError` or a service's refusal. */
export async function runCatalogueCommand(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsedWords(words)
  const [command = 'help', subject, ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is one word too many. See: npm run catalogue -- help`)

  const { open, say, folder } = terminal
  if (values.help || command === 'help') return say(usage)
  if (command === 'list') return say(versionTable(await listCatalogues(await open())))

  if (command === 'export') {
    const text = await exported(await open(), subject)
    if (values.to === undefined) return say(text)
    return writeFile(resolve(folder, values.to), `${text}\n`)
  }

  if (command === 'draft') {
    const text = await draftFile(folder, named(subject, 'the file'))
    const note = { author: named(values.author, 'who made it: --author NAME'), comment: values.comment ?? '' }
    const { version } = await saveDraft(await open(), text, note)
    return say(`Draft ${version} is saved. Look at it: npm run catalogue -- compare ${version}`)
  }

  if (command === 'compare') {
    const version = named(subject, 'the version')
    const comparison = await known(version, compareDraft(await open(), version))
    return say(values.json ? JSON.stringify(comparison, null, 2) : comparisonReport(version, comparison))
  }

  if (command === 'publish') return say(await published(open, named(subject, 'the version'), values.from))

  if (command === 'discard') {
    const version = named(subject, 'the version')
    await known(version, discardDraft(await open(), version))
    return say(`Draft ${version} is gone.`)
  }

  throw new ToolError(`"${command}" is no command. See: npm run catalogue -- help`)
}

function parsedWords(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : '').split(/\n|\. /)
    throw new ToolError(`${line}. See: npm run catalogue -- help`)
  }
}

function named(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new ToolError(`Name ${what}. See: npm run catalogue -- help`)
  return value
}

/** "Not found" with its name. */
async function known<T>(version: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
    throw new ToolError(`There is no catalogue ${version}. See: npm run catalogue -- list`)
  }
}

async function exported(deps: CatalogueDeps, wanted: string | undefined): Promise<string> {
  const version = wanted ?? (await listCatalogues(deps)).find(({ inForce }) => inForce)?.version ?? ''
  return JSON.stringify(JSON.parse(await known(version, getContent(deps, version))), null, 2)
}

const maxFileBytes = 8_000_000

async function draftFile(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ToolError(`There is no file ${path}.`)
  if (found.size > maxFileBytes) throw new ToolError(`${path} is too large for a catalogue: ${found.size} bytes.`)
  return readFile(path, 'utf8')
}

async function published(open: Terminal['open'], version: string, from: string | undefined): Promise<string> {
  const moment = from === undefined ? null : momentOf(from)
  const deps = await open()
  const { validFrom } = await known(version, publishDraft(deps, version, moment))
  const later = (await listCatalogues(deps)).filter((row) => row.validFrom !== null && row.validFrom > validFrom)

  return [
    `Catalogue ${version} is in force from ${validFrom.toISOString()} on.`,
    ...later.map((row) => `Published already: ${row.version} takes its place on ${row.validFrom?.toISOString()}.`),
  ].join('\n')
}

/** A day begins at midnight UTC; a time needs its zone, or it would mean another moment on another machine. */
function momentOf(text: string): Date {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  const moment = new Date(text)
  if (
    Number.isNaN(moment.getTime()) ||
    Number.isNaN(midnight.getTime()) ||
    !midnight.toISOString().startsWith(`${day}T`)
  )
    throw new ToolError(`"${text}" is no moment: write 2026-12-01 or 2026-12-01T08:00+01:00.`)

  return moment
}
