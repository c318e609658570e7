import { type CatalogueFault, catalogueNote } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import { type CatalogueComparison, compareCatalogues } from '@cotation/pricing'
import type { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, byTool, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { parseWith } from '#http/validation.ts'
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

/** A draft that is not a valid catalogue, with all faults and their paths. */
export class FaultyCatalogue extends AppError {
  readonly faults: readonly CatalogueFault[]

  constructor(faults: readonly CatalogueFault[]) {
    super('CATALOGUE_FAULTY', { fields: faults.map(({ path }) => ({ path, code: 'INVALID_VALUE' })) })
    this.faults = faults
  }
}

/** All versions and drafts, newest first, with the one in force marked. */
export async function listCatalogues(deps: CatalogueDeps): Promise<(CatalogueVersion & { inForce: boolean })[]> {
  const version = await findVersionInForce(deps.db, deps.clock())
  return (await listVersions(deps.db)).map((row) => ({ ...row, inForce: row.version === version }))
}

/** The stored JSON of a version or draft. */
export async function getContent(deps: CatalogueDeps, version: string): Promise<string> {
  const content = await findContent(deps.db, version)
  if (content === undefined) throw new AppError('NOT_FOUND')
  return content
}

/** Saves a draft under the version it states, replacing an older draft of that version. */
export async function saveDraft(
  deps: CatalogueDeps,
  text: string,
  note: z.input<typeof catalogueNote>,
  by: ActedBy = byTool,
): Promise<{ version: string }> {
  const { author, comment } = parseWith(catalogueNote, note)
  const catalogue = validCatalogue(text)
  const content = JSON.stringify(catalogue)
  const { version } = catalogue

  const draft = { version, content, contentHash: contentHash(content), author, comment, createdAt: deps.clock() }
  await deps.db.transaction().execute(async (trx) => {
    if (!(await upsertDraft(trx, draft))) throw new AppError('CATALOGUE_PUBLISHED')

    const subject = { kind: 'catalogue', id: version } as const
    const after = { contentHash: draft.contentHash.toString('hex') }
    await recordAudit(trx, { ...by, action: 'catalogue.draft-saved', subject, after, reason: comment })
  })

  return { version }
}

/** Compares the prices of the reference parts with the catalogue in force. */
export async function compareDraft(
  deps: CatalogueDeps,
  version: string,
): Promise<CatalogueComparison & { before: string }> {
  const draft = validCatalogue(await getContent(deps, version))
  const inForce = await deps.catalogues.inForce()
  return { before: inForce.version, ...compareCatalogues(inForce.catalogue, draft) }
}

/** Publishes a draft from now or a later date on. Only another version can undo this. */
export async function publishDraft(
  deps: CatalogueDeps,
  version: string,
  from: Date | null,
  by: ActedBy = byTool,
): Promise<{ validFrom: Date }> {
  return deps.db.transaction().execute(async (trx) => {
    await lockDraft(trx, version)

    const content = await findContent(trx, version)
    // Valid when it was saved, but rules may have become stricter since.
    validCatalogue(content ?? '')

    const now = deps.clock()
    if (from && from < now) throw new AppError('CATALOGUE_DATE_PAST')

    const validFrom = from ?? now
    await setValidity(trx, version, validFrom)
    await recordAudit(trx, {
      ...by,
      action: 'catalogue.published',
      subject: { kind: 'catalogue', id: version },
      before: { validFrom: null },
      after: { validFrom: validFrom.toISOString() },
    })

    return { validFrom }
  })
}

export async function discardDraft(deps: CatalogueDeps, version: string, by: ActedBy = byTool): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockDraft(trx, version)
    await removeVersion(trx, version)
    await recordAudit(trx, { ...by, action: 'catalogue.draft-removed', subject: { kind: 'catalogue', id: version } })
  })
}

async function lockDraft(trx: Trx, version: string): Promise<void> {
  const row = await lockVersion(trx, version)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.validFrom) throw new AppError('CATALOGUE_PUBLISHED')
}

function validCatalogue(text: string): Catalogue {
  const verdict = readCatalogue(text)
  if (!verdict.ok) throw new FaultyCatalogue(verdict.faults)
  return verdict.catalogue
}
