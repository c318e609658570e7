import { createHash, randomBytes } from 'node:crypto'
import type { UploadPurpose } from '@cotation/domain'
import { binaryStl, box } from '@cotation/geometry/solids'
import { requestAnalysis } from '#features/upload/analysis/analysis.service.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import type { Owner } from '#http/session.ts'
import type { TestApp } from '#test/app.ts'
import { insertRow } from '#test/rows.ts'
import { until } from '#test/until.ts'

/** A visitor, identified by the hash of a token. */
export const aVisitorOwner = (): Owner => ({ customerId: null, visitorHash: randomBytes(32) })
export const ownedBy = (customerId: string): Owner => ({ customerId, visitorHash: null })

/** An STL file of a box; another size is another content. */
export const boxStl = (x = 30, y = 20, z = 10): Uint8Array => binaryStl(box([x, y, z]))

export interface StoredUploadTraits {
  name?: string
  lastUsedAt?: Date
  purpose?: UploadPurpose
}

/** A complete, stored upload that is not analysed yet. */
export async function aStoredUpload(
  app: TestApp,
  owner: Owner,
  bytes: Uint8Array,
  traits: StoredUploadTraits = {},
): Promise<string> {
  const { db, files } = app.deps
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await files.put(partKey(sha256), Buffer.from(bytes), { contentType: 'application/octet-stream', sha256 })
  await db
    .insertInto('file_content')
    .values({ sha256, bytes: bytes.length, stored_at: app.clock.now, removed_at: null })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ removed_at: null }))
    .execute()

  return insertRow(db, 'upload', {
    customer_id: owner.customerId,
    visitor_hash: owner.visitorHash,
    purpose: traits.purpose ?? 'part',
    name: traits.name ?? 'bracket.stl',
    bytes: bytes.length,
    state: 'received',
    sha256,
    analysis_id: null,
    notify_email: null,
    notify_language: null,
    created_at: app.clock.now,
    last_used_at: traits.lastUsedAt ?? app.clock.now,
    warned_at: null,
  })
}

/** Requests the analysis of uploads in one transaction. */
export async function ask(app: TestApp, ...uploadIds: readonly string[]): Promise<void> {
  await app.deps.db.transaction().execute(async (trx) => {
    for (const uploadId of uploadIds) await requestAnalysis(app.deps, trx, uploadId)
  })
}

export const getUpload = (app: TestApp, id: string) =>
  app.deps.db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Waits until an upload is done or failed and returns its row. */
export const settled = (app: TestApp, id: string) =>
  until(async () => {
    const row = await getUpload(app, id)
    return row.state === 'done' || row.state === 'failed' ? row : undefined
  }, 'the end of the analysis')

/** An analysed upload with the id of its analysis. */
export async function anAnalysedUpload(
  app: TestApp,
  owner: Owner,
  bytes: Uint8Array,
  traits: StoredUploadTraits = {},
): Promise<{ id: string; analysisId: string }> {
  const id = await aStoredUpload(app, owner, bytes, traits)
  await ask(app, id)
  const { analysis_id } = await settled(app, id)
  if (!analysis_id) throw new Error('not analysed')
  return { id, analysisId: analysis_id }
}
