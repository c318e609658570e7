import { insertRow } from '#test/rows.ts'
import type { TestApp } from '../app.ts'
import type { Browser } from '../browser.ts'
import { aProject } from './quotes.ts'

/** A line with an upload, in a new project unless one is given. */
export async function aLine(app: TestApp, browser: Browser, uploadId: string, projectId?: string): Promise<string> {
  const now = app.clock.now
  return insertRow(app.deps.db, 'quote_line', {
    project_id: projectId ?? (await aProject(browser)).id,
    upload_id: uploadId,
    position: 0,
    name: 'part',
    created_at: now,
    updated_at: now,
  })
}
