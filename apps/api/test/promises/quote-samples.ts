import { meshKey, partKey } from '#features/upload/records/storage-keys.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import { anAnalysis, anUploadOf, aProject, configurationOf, someLines } from '#test/quote/quotes.ts'
import { routeSamples, type SampleInput } from './route-samples.ts'

/** One of everything that a customer or visitor can own. */
interface Belongings {
  projectId: string
  lineId: string
  otherProjectId: string
  removedProjectId: string
  /** A part file without a line. */
  uploadId: string
  attachmentId: string
  key: string
  configuration: object
}

/** Creates one of everything for the browser's user, with stored bytes. */
async function everythingOf(app: TestApp, browser: Browser): Promise<Belongings> {
  const { id: projectId } = await aProject(browser)
  const { id: otherProjectId } = await aProject(browser)
  const { id: removedProjectId } = await aProject(browser)
  await browser.call('DELETE /global/project/{projectId}', { params: { projectId: removedProjectId } })

  const [line] = await someLines(app, browser, projectId, 'plate')
  if (!line) throw new Error('no line')

  const uploadId = await anUploadOf(app, browser, { part: 'largerBlock' })
  const attachmentId = await anUploadOf(app, browser, { purpose: 'attachment' })
  const { data } = await browser.call('POST /global/project/{projectId}/share', { params: { projectId } })
  const contentType = 'application/octet-stream'
  const { id: analysisId } = await anAnalysis(app, 'plate')

  await app.deps.files.put(meshKey(analysisId, 0), Buffer.from(cubeMesh()), { contentType })
  await app.deps.files.put(partKey((await anAnalysis(app, 'largerBlock')).sha256), Buffer.from('part'), { contentType })

  const configuration = configurationOf(line)
  const { key } = data
  return { projectId, lineId: line.id, otherProjectId, removedProjectId, uploadId, attachmentId, key, configuration }
}

const ofProject = ({ projectId }: Belongings) => ({ params: { projectId } })
const ofLine = ({ projectId, lineId }: Belongings) => ({ params: { projectId, lineId } })
const ofUpload = ({ uploadId }: Belongings) => ({ params: { uploadId } })

const projects: Record<string, (own: Belongings) => SampleInput> = {
  'POST /global/project': () => ({ body: { name: 'Pompe', service: 'cnc', materialId: 'al-6061-t6' } }),
  'GET /global/project': () => ({ query: { search: 'a', page: '1', pageSize: '20' } }),
  'GET /global/project/{projectId}': (own) => ({ ...ofProject(own), query: { seen: '0' } }),
  'PATCH /global/project/{projectId}': (own) => ({ ...ofProject(own), body: { name: 'Pompe', service: 'cnc' } }),
  'DELETE /global/project/{projectId}': ofProject,
  'POST /global/project/{projectId}/restore': ({ removedProjectId }) => ({ params: { projectId: removedProjectId } }),
  'POST /global/project/{projectId}/duplicate': (own) => ({ ...ofProject(own), body: { name: 'Copie' } }),
  'POST /global/project/{projectId}/requote': ofProject,
  'POST /global/project/{projectId}/share': ofProject,
  'DELETE /global/project/{projectId}/share': ofProject,
  'GET /global/project/{projectId}/activity': (own) => ({ ...ofProject(own), query: { before: '9' } }),
  'GET /global/project/{projectId}/quotation': ofProject,
  'POST /global/quote/visitor': () => ({ body: { agreeDisclaimer: true } }),
  'POST /global/quote/same-files': () => ({ body: { digests: ['0'.repeat(64)] } }),
  'POST /global/quote/shared': ({ key }) => ({ body: { key } }),
}

const lines: Record<string, (own: Belongings) => SampleInput> = {
  'POST /global/project/{projectId}/lines': (own) => ({
    ...ofProject(own),
    body: { files: [{ name: 'a.stl', bytes: 10 }] },
  }),
  'POST /global/project/{projectId}/lines/stored': (own) => ({
    ...ofProject(own),
    body: { uploadIds: [own.uploadId] },
  }),
  'PATCH /global/project/{projectId}/lines': (own) => ({
    ...ofProject(own),
    body: {
      changes: [
        {
          lineId: own.lineId,
          name: 'Bride',
          comment: 'Ébavurer',
          attachmentIds: [own.attachmentId],
          configuration: {
            ...own.configuration,
            services: [
              {
                id: 'silkscreen',
                option: 'standard',
                colours: ['RAL 9005'],
                zones: 1,
                position: 'dessus',
                artworkFileId: own.attachmentId,
              },
              { id: 'painting', option: 'standard', colours: [], finish: 'matte', zonesFileId: own.attachmentId },
              { id: 'dyeing', option: 'solid', colours: [], fileId: own.attachmentId },
              { id: 'assembling', option: 'a', suppliedParts: true, instructionsFileId: own.attachmentId },
              { id: 'anodizing', option: 'a', colour: 'b', gloss: 'c', quantity: 1, masking: 'd' },
              { id: 'tapping', option: '6H', items: [{ size: 'M3', count: 1, depthMm: 5 }] },
            ],
          },
        },
      ],
    },
  }),
  'POST /global/project/{projectId}/lines/remove': (own) => ({ ...ofProject(own), body: { lineIds: [own.lineId] } }),
  'POST /global/project/{projectId}/lines/restore': (own) => ({ ...ofProject(own), body: { lineIds: [own.lineId] } }),
  'POST /global/project/{projectId}/lines/transfer': (own) => ({
    ...ofProject(own),
    body: { lineIds: [own.lineId], toProjectId: own.otherProjectId, copy: true },
  }),
  'POST /global/project/{projectId}/line/{lineId}/file': (own) => ({
    ...ofLine(own),
    body: { name: 'b.stl', bytes: 10 },
  }),
  'POST /global/project/{projectId}/line/{lineId}/attachment': (own) => ({
    ...ofLine(own),
    body: { name: 'b.pdf', bytes: 10 },
  }),
  'POST /global/project/{projectId}/line/{lineId}/unit': (own) => ({ ...ofLine(own), body: { unit: 'mm' } }),
  'POST /global/project/{projectId}/line/{lineId}/notify': (own) => ({
    ...ofLine(own),
    body: { email: 'zoe@example.com' },
  }),
  'POST /global/project/{projectId}/line/{lineId}/accept': (own) => ({
    ...ofLine(own),
    body: { ruleIds: ['flat-warp'] },
  }),
  'POST /global/project/{projectId}/line/{lineId}/withdraw': (own) => ({
    ...ofLine(own),
    body: { ruleIds: ['flat-warp'] },
  }),
  'POST /global/project/{projectId}/line/{lineId}/expert': (own) => ({
    ...ofLine(own),
    body: { question: 'En titane ?', email: 'zoe@example.com' },
  }),
  'DELETE /global/project/{projectId}/line/{lineId}/expert': ofLine,
  'GET /global/project/{projectId}/line/{lineId}/facts': ofLine,
  'GET /global/project/{projectId}/line/{lineId}/mesh': ofLine,
  'POST /global/quote/shared/mesh': ({ key, lineId }) => ({ body: { key, lineId } }),
  'GET /global/quote/thumbnail/{thumbnailKey}': () => ({
    params: { thumbnailKey: `share.${'0'.repeat(64)}.${'A'.repeat(22)}` },
  }),
}

const uploads: Record<string, (own: Belongings) => SampleInput> = {
  'POST /global/upload/{uploadId}/received': ofUpload,
  'GET /global/upload/history': () => ({ query: { search: 'a', page: '1', pageSize: '20' } }),
  'DELETE /global/upload/{uploadId}': ofUpload,
  'GET /global/upload/{uploadId}/content': ofUpload,
}

export const quoteSamples = routeSamples(everythingOf, { ...projects, ...lines, ...uploads })
