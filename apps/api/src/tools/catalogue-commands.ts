import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CatalogueComparison, PriceChange } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { PublishedCatalogue } from '#core/catalogue-cache.ts'
import type { Deps } from '#core/deps.ts'
import {
  compareDraft,
  discardDraft,
  getContent,
  listCatalogues,
  publishDraft,
  saveDraft,
} from '#features/catalogue/catalogue.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run catalogue -- COMMAND
  list                                          every version and draft
  export [VERSION] [--to FILE]                  the version in force, or the given one, as JSON
  draft FILE --author NAME [--comment TEXT]     validate a changed catalogue and save it as a draft
  compare VERSION [--json]                      price changes of the reference parts
  seller COUNTRY --author NAME                  a draft like the version in force that sells from there, such as FR
  publish VERSION [--from 2026-12-01]           put it in force, now or at a later time
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
  /** Called only for a valid command. */
  open(): Promise<CatalogueDeps>
  print(text: string): void
  /** The operator's working directory; npm runs scripts from the root of the project. */
  folder: string
  /** Throws if this installation must not sell with the catalogue. */
  requireSellable(catalogue: NamedCatalogue): void
}

type NamedCatalogue = Pick<PublishedCatalogue, 'version' | 'catalogue'>

/** Runs the command; throws a `ToolError` or an `AppError`. */
export async function runCatalogueCommand(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseCommand(words, options, 'catalogue')
  const [command = 'help', argument, ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run catalogue -- help`)

  const { open, print, folder } = terminal
  if (values.help || command === 'help') return print(usage)
  if (command === 'list') return print(versionTable(await listCatalogues(await open())))

  if (command === 'export') {
    const text = await exportCatalogue(await open(), argument)
    if (values.to === undefined) return print(text)
    return writeFile(resolve(folder, values.to), `${text}\n`)
  }

  if (command === 'draft') {
    const text = await readDraftFile(folder, requireArgument(argument, 'the file'))
    const note = { author: requireArgument(values.author, 'the author: --author NAME'), comment: values.comment ?? '' }
    const { version } = await saveDraft(await open(), text, note)
    return print(`Draft ${version} is saved. Compare its prices: npm run catalogue -- compare ${version}`)
  }

  if (command === 'compare') {
    const version = requireArgument(argument, 'the version')
    const comparison = await existing(version, compareDraft(await open(), version))
    return print(values.json ? JSON.stringify(comparison, null, 2) : comparisonReport(version, comparison))
  }

  if (command === 'seller') {
    const country = requireArgument(argument, 'the country')
    const author = requireArgument(values.author, 'the author: --author NAME')
    const version = await draftSeller(await open(), country, author)
    return print(`Draft ${version} is saved. Put it in force: npm run catalogue -- publish ${version}`)
  }

  if (command === 'publish')
    return print(await publish(terminal, requireArgument(argument, 'the version'), values.from))

  if (command === 'discard') {
    const version = requireArgument(argument, 'the version')
    await existing(version, discardDraft(await open(), version))
    return print(`Draft ${version} is removed.`)
  }

  throw new ToolError(`"${command}" is not a command. See: npm run catalogue -- help`)
}

function requireArgument(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new ToolError(`Give ${what}. See: npm run catalogue -- help`)
  return value
}

/** Names the version in the "not found" error. */
async function existing<T>(version: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
    throw new ToolError(`There is no catalogue ${version}. See: npm run catalogue -- list`)
  }
}

async function exportCatalogue(deps: CatalogueDeps, wanted: string | undefined): Promise<string> {
  const version = wanted ?? (await listCatalogues(deps)).find(({ inForce }) => inForce)?.version ?? ''
  return JSON.stringify(JSON.parse(await existing(version, getContent(deps, version))), null, 2)
}

const maxFileBytes = 8_000_000

async function readDraftFile(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ToolError(`There is no file ${path}.`)
  if (found.size > maxFileBytes) throw new ToolError(`${path} is too large for a catalogue: ${found.size} bytes.`)
  return readFile(path, 'utf8')
}

/** Saves the version in force with another seller's country, as the next version of today. */
async function draftSeller(deps: CatalogueDeps, country: string, author: string): Promise<string> {
  const { catalogue } = await deps.catalogues.inForce()
  const today = deps.clock().toISOString().slice(0, 10)
  const numbers = (await listCatalogues(deps)).flatMap(({ version }) => {
    const [day, number] = version.split('.')
    return day === today ? [Number(number)] : []
  })

  const version = `${today}.${Math.max(0, ...numbers) + 1}`
  const text = JSON.stringify({ ...catalogue, version, tax: { ...catalogue.tax, seller: country } })
  await saveDraft(deps, text, { author, comment: `Seller ${country}` })
  return version
}

async function publish(
  { open, requireSellable }: Terminal,
  version: string,
  from: string | undefined,
): Promise<string> {
  const time = from === undefined ? null : parseTime(from)
  const deps = await open()
  requireSellable({ version, catalogue: JSON.parse(await existing(version, getContent(deps, version))) })

  const { validFrom } = await existing(version, publishDraft(deps, version, time))
  const later = (await listCatalogues(deps)).filter((row) => row.validFrom !== null && row.validFrom > validFrom)

  return [
    `Catalogue ${version} is in force from ${validFrom.toISOString()}.`,
    ...later.map((row) => `Already published: ${row.version} replaces it on ${row.validFrom?.toISOString()}.`),
  ].join('\n')
}

/** A day starts at midnight UTC. A time needs its zone, or it would depend on the machine. */
function parseTime(text: string): Date {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  const time = new Date(text)

  // Date accepts the 31st of February and rolls it over.
  const isRealDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${day}T`)
  if (Number.isNaN(time.getTime()) || !isRealDay)
    throw new ToolError(`"${text}" is not a time: write 2026-12-01 or 2026-12-01T08:00+01:00.`)

  return time
}

interface ListedVersion {
  version: string
  author: string
  comment: string
  validFrom: Date | null
  inForce: boolean
}

/** `--json` prints them all. */
const maxRows = 60

/** All versions with their state. */
function versionTable(versions: readonly ListedVersion[]): string {
  const rows = versions.map(({ version, author, comment, validFrom, inForce }) => [
    version,
    stateOf(validFrom, inForce),
    validFrom === null ? '' : validFrom.toISOString(),
    author,
    comment,
  ])
  return alignColumns([['version', 'state', 'valid from', 'author', 'comment'], ...rows])
}

function stateOf(validFrom: Date | null, inForce: boolean): string {
  if (inForce) return 'in force'
  return validFrom === null ? 'draft' : 'published'
}

/** The price changes, largest first. */
function comparisonReport(version: string, comparison: CatalogueComparison & { before: string }): string {
  const { before, changes, compared, added, removed, largestRisePercent, largestFallPercent } = comparison
  const summary = [
    `${version} against ${before}, which is in force: of ${compared} prices ${changes.length} differ`,
    `(${added} only in the new one, ${removed} only in the old one).`,
    `Largest rise ${percentText(largestRisePercent)}, largest fall ${percentText(largestFallPercent)}.`,
  ].join(' ')
  if (changes.length === 0) return summary

  const head = ['part', 'material', 'quantity', 'lead', 'before USD', 'after USD', 'change']
  const hidden = changes.length - maxRows

  return [
    summary,
    '',
    alignColumns([head, ...changes.slice(0, maxRows).map(changeRow)]),
    ...(hidden > 0 ? [`… and ${hidden} more: --json shows all.`] : []),
  ].join('\n')
}

function changeRow({ part, materialId, quantity, lead, beforeMinor, afterMinor, percent }: PriceChange): string[] {
  const missing = beforeMinor === undefined ? 'new' : 'gone'
  const change = percent === undefined ? missing : percentText(percent)
  return [part, materialId, String(quantity), lead, amount(beforeMinor), amount(afterMinor), change]
}

const amount = (minor: number | undefined) => (minor === undefined ? '-' : (minor / 100).toFixed(2))
const percentText = (percent: number) => `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`

function alignColumns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
