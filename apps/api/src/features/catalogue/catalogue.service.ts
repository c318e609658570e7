import { type CatalogueFault, catalogueNote } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import { type CatalogueComparison, compareCatalogues } from '@cotation/pricing'
import type { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { parsed } from '#http/validation.ts'
import {
  type CatalogueVersion,
  findContent,
  findVersionInForce,
  listVersions,
  lockVersion,
  removeVersion,
  setValidity,
  upsertDraft,
} from './catalogue.repository.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

type CatalogueDeps = Pick<Deps, 'db' | 'clock' | 'catalogues'>

/** A draft that cannot be a catalogue, with every fault and its place. */
export class FaultyCatalogue extends AppError {
  readonly faults: readonly CatalogueFault[]

  constructor(faults: readonly CatalogueFault[]) {
    super('CATALOGUE_FAULTY', { fields: faults.map(({ path }) => ({ path, code: 'INVALID_VALUE' })) })
    this.faults = faults
  }
}

/** Every version and draft, the newest first, and which of them is in force now. */
export async function listCatalogues(deps: CatalogueDeps): Promise<(CatalogueVersion & { inForce: boolean })[]> {
  const version = await findVersionInForce(deps.db, deps.clock())
  return (await listVersions(deps.db)).map((row) => ({ ...row, inForce: row.version === version }))
}

/** The text of a version or draft as it is kept. */
export async function getContent(deps: CatalogueDeps, version: string): Promise<string> {
  const content = await findContent(deps.db, version)
  if (content === undefined) throw new AppError('NOT_FOUND')
  return content
}

/** Keeps a draft under the version that stands in it, in place of an older draft of that version. */
export async function saveDraft(
  deps: CatalogueDeps,
  text: string,
  note: z.input<typeof catalogueNote>,
): Promise<{ version: string }> {
  const { author, comment } = parsed(catalogueNote, note)
  const catalogue = sound(text)
  const content = JSON.stringify(catalogue)
  const draft = { version: catalogue.version, content, contentHash: contentHash(content), author, comment }
  if (!(await upsertDraft(deps.db, { ...draft, createdAt: deps.clock() }))) throw new AppError('CATALOGUE_PUBLISHED')
  return { version: catalogue.version }
}

/** What the version would change in the prices of the reference parts, against the one in force. */
export async function compareDraft(
  deps: CatalogueDeps,
  version: string,
): Promise<CatalogueComparison & { before: string }> {
  const draft = sound(await getContent(deps, version))
  const inForce = await deps.catalogues.inForce()
  return { before: inForce.version, ...compareCatalogues(inForce.catalogue, draft) }
}

/** Puts a draft in force from now or from a later moment on; there is no way back but another version. */
export async function publishDraft(
  deps: CatalogueDeps,
  version: string,
  from: Date | null,
): Promise<{ validFrom: Date }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockDraft(trx, version)

    const content = await findContent(trx, version)
    // It was sound when it was saved; rules may have become stricter since.
    sound(content ?? '')

    const now = deps.clock()
    if (from && from < now) throw new AppError('CATALOGUE_DATE_PAST')

    const validFrom = from ?? now
    await setValidity(trx, version, validFrom)

    return { validFrom }
  })
}

export async function discardDraft(deps: CatalogueDeps, version: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockDraft(trx, version)
    await removeVersion(trx, version)
  })
}

async function lockDraft(trx: Trx, version: string): Promise<void> {
  const row = await lockVersion(trx, version)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.validFrom) throw new AppError('CATALOGUE_PUBLISHED')
}

function sound(text: string): Catalogue {
  const verdict = readCatalogue(text)
  if (!verdict.ok) throw new FaultyCatalogue(verdict.faults)
  return verdict.catalogue
}
