import type { Browser } from '@cotation/api/test/browser.ts'
import { binaryStl, box } from '@cotation/geometry/solids'
import { expect } from '@playwright/test'
import type { Customer } from './customer.ts'

/** The same bytes each time, so that they are analysed once for all journeys. */
const model = Buffer.from(binaryStl(box([40, 25, 8])))

export interface ReadyProject {
  id: string
  lineIds: string[]
}

const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Uploads by tus in one piece. */
async function send(api: Browser, uploadId: string, content: Buffer): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' }
  const announced = { 'upload-length': String(content.length), 'upload-metadata': `uploadId ${encoded(uploadId)}` }
  const created = await api.fetch('/gateway/upload', { method: 'POST', headers: { ...tus, ...announced } })

  expect(created.status, await created.text()).toBe(201)

  const chunk = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const sent = await api.fetch(`/gateway/upload/${uploadId}`, {
    method: 'PATCH',
    headers: { ...tus, ...chunk },
    body: new Uint8Array(content),
  })

  expect(sent.status, await sent.text()).toBe(204)
}

/** Enough parts to exceed the small-order minimum. */
const usualQuantity = 60

interface ProjectTraits {
  name?: string
  quantity?: number
  answersExport?: boolean
  drawings?: readonly Drawing[]
}

/** A file that the customer attaches to the part. */
export interface Drawing {
  name: string
  content: Buffer
}

async function attach(api: Browser, projectId: string, lineId: string, { name, content }: Drawing): Promise<void> {
  const { data } = await api.call('POST /global/project/{projectId}/line/{lineId}/attachment', {
    params: { projectId, lineId },
    body: { name, bytes: content.length },
  })
  await send(api, data.upload.id, content)
}

/**
 * A project with a ready part, created through the API, whose parts are declared not to be subject
 * to export control.
 */
export async function aReadyProject(
  { api }: Pick<Customer, 'api'>,
  { name = 'Équerres', quantity = usualQuantity, answersExport = true, drawings = [] }: ProjectTraits = {},
): Promise<ReadyProject> {
  const made = await api.call('POST /global/project', { body: { name, service: '3d-printing' } })
  const params = { projectId: made.data.id }
  const files = [{ name: 'equerre.stl', bytes: model.length }]
  const { data } = await api.call('POST /global/project/{projectId}/lines', { params, body: { files } })
  const [line] = data.lines
  if (!line) throw new Error('the file has no line')

  await send(api, line.upload.id, model)
  for (const drawing of drawings) await attach(api, params.projectId, line.id, drawing)
  await expect(async () => {
    const { project } = (await api.call('GET /global/project/{projectId}', { params, query: {} })).data
    const [ready] = project?.lines ?? []
    expect(ready?.status).toBe('ready')
    expect(ready?.attachments.map(({ state }) => state)).toEqual(drawings.map(() => 'done'))
    if (!ready?.configuration) throw new Error('a ready part is configured')
    const changes = [{ lineId: line.id, configuration: { ...ready.configuration, quantity } }]
    const changed = await api.call('PATCH /global/project/{projectId}/lines', { params, body: { changes } })
    expect(changed.data.lines[0]?.status).toBe('ready')
  }).toPass({ intervals: [100, 200, 400], timeout: 120_000 })

  if (answersExport)
    await api.call('POST /global/project/{projectId}/export-control', {
      params,
      body: { answer: 'no', confirmed: true },
    })

  return { id: params.projectId, lineIds: [line.id] }
}
