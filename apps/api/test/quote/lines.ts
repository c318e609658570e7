import type { TestApp } from '../app.ts'
import type { Browser } from '../browser.ts'
import { ownerOfBrowser } from './uploads.ts'

/** A project of the browser's owner with nothing in it. */
export async function aProject(app: TestApp, browser: Browser, name = 'Prototype'): Promise<string> {
  const owner = await ownerOfBrowser(app, browser)
  const now = app.clock.now
  const { version } = await app.deps.db
    .selectFrom('catalogue_version')
    .select('version')
    .where('valid_from', 'is not', null)
    .executeTakeFirstOrThrow()
  const { id } = await app.deps.db
    .insertInto('project')
    .values({
      customer_id: owner.customerId,
      visitor_hash: owner.visitorHash,
      name,
      service: 'cnc',
      catalogue_version: version,
      priced_at: now,
      valid_until: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A line that uses an upload, in a project of its own unless one is named. */
export async function aLine(app: TestApp, browser: Browser, uploadId: string, projectId?: string): Promise<string> {
  const now = app.clock.now
  const { id } = await app.deps.db
    .insertInto('quote_line')
    .values({
      project_id: projectId ?? (await aProject(app, browser)),
      upload_id: uploadId,
      position: 0,
      name: 'part',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
