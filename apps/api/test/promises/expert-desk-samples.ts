import { meshKey, partKey } from '#features/upload/records/storage-keys.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import { anUploadOf } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { askExpert } from '#test/waiting-tasks.ts'
import { routeSamples } from './route-samples.ts'

const contentType = 'application/octet-stream'

/** A question about a part whose file, mesh and drawing are stored. */
async function aQuestion(
  app: TestApp,
  browser: Browser,
): Promise<{ projectId: string; lineId: string; uploadId: string; drawingId: string }> {
  const { lineId } = await askExpert(app, browser)
  const { upload_id: uploadId, project_id: projectId } = await rowOf(app, 'quote_line', { id: lineId })
  const { sha256, analysis_id } = await rowOf(app, 'upload', { id: uploadId })
  await app.deps.files.put(partKey(String(sha256)), Buffer.from('solid'), { contentType })
  await app.deps.files.put(meshKey(String(analysis_id), 0), Buffer.from(cubeMesh()), { contentType })

  const drawingId = await anUploadOf(app, browser, { purpose: 'attachment' })
  await updateRows(app, 'upload', { id: drawingId }, { sha256 })
  const attached = { line_id: lineId, upload_id: drawingId, position: 0 }
  await app.deps.db.insertInto('line_attachment').values(attached).execute()

  return { projectId, lineId, uploadId, drawingId }
}

const price = { unitMinor: 1250, workingDays: 8, validDays: 60, note: 'Rectifié' }

export const expertDeskSamples = routeSamples(aQuestion, {
  'GET /global/staff/list/expert-questions': () => ({ query: { search: 'block' } }),
  'GET /global/staff/list/expert-questions/export': () => ({ query: { search: 'block' } }),
  'GET /global/staff/expert/{lineId}': ({ lineId }) => ({ params: { lineId } }),
  'GET /global/staff/expert/{lineId}/similar': ({ lineId }) => ({ params: { lineId } }),
  'GET /global/staff/expert/{lineId}/mesh': ({ lineId }) => ({ params: { lineId } }),
  'GET /global/staff/expert/{lineId}/file/{uploadId}': ({ lineId, uploadId }) => ({ params: { lineId, uploadId } }),
  'GET /global/staff/expert/{lineId}/drawing/{uploadId}': ({ lineId, drawingId }) => ({
    params: { lineId, uploadId: drawingId },
  }),
  'GET /global/staff/project/{projectId}': ({ projectId }) => ({ params: { projectId } }),
  'GET /global/staff/project/{projectId}/line/{lineId}/mesh': ({ projectId, lineId }) => ({
    params: { projectId, lineId },
  }),
  'GET /global/staff/project/{projectId}/file/{uploadId}': ({ projectId, uploadId }) => ({
    params: { projectId, uploadId },
  }),
  'POST /global/staff/expert/{lineId}/draft': ({ lineId }) => ({
    params: { lineId },
    body: { ...price, seenAt: null },
  }),
  'POST /global/staff/expert/{lineId}/answer': ({ lineId }) => ({ params: { lineId }, body: price }),
  'POST /global/staff/expert/{lineId}/decline': ({ lineId }) => ({
    params: { lineId },
    body: { note: 'Parois trop fines' },
  }),
})
