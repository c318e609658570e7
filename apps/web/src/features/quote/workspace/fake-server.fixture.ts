// jsdom's File cannot be streamed; Node's can.
import { File as StreamedFile } from 'node:buffer'
import type { Api, LineView, ProjectView, UserInfo } from '@cotation/contracts'
import type { Catalogue, Configuration } from '@cotation/domain'
import { binaryStl, box } from '@cotation/geometry/solids'
import { priceLine } from '@cotation/pricing'
import { vi } from 'vitest'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { fakeTransfers } from '#features/quote/files/fake-transfers.fixture.ts'
import { ada, type Call, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aLineView, anUploadView, aProjectView } from '#lib/testing/views.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import { plugFilePorts } from './project-stores.ts'
import { measuresOf, smallCatalogue, usualPrint } from './workspace.fixture.ts'

/**
 * A line that the server has measured and priced; by default the housing in its usual
 * configuration.
 */
export function aPricedLine(traits: Partial<LineView> = {}, catalogue: Catalogue = smallCatalogue): LineView {
  const part = traits.part ?? measuresOf('housing-100x60x30')
  const configuration = traits.configuration ?? usualPrint(part, catalogue)
  return priced(aLineView({ part, configuration, ...traits }), configuration, catalogue)
}

function priced(line: LineView, configuration: Configuration | null, catalogue = smallCatalogue): LineView {
  if (!line.part || !configuration) return { ...line, configuration }
  const verdict = priceLine(line.part, configuration, catalogue)
  return verdict.ok
    ? { ...line, configuration, price: verdict.price, faults: [], status: 'ready' }
    : { ...line, configuration, price: null, faults: verdict.faults, status: 'configuring' }
}

/** A line whose file is not uploaded yet. */
const anAnnouncedLine = (name: string, bytes: number, position: number): LineView =>
  aLineView({
    name,
    position,
    body: null,
    status: 'analysing',
    upload: anUploadView({ name, bytes, state: 'uploading' }),
  })

interface SentChange {
  lineId: string
  name?: string
  comment?: string
  configuration?: Configuration
}

/** The bytes that the stub returns for every uploaded file: its answers are JSON. */
export const storedContent = '{"stored":"file"}'

type LeadChanges = Api['GET /global/project/{projectId}']['output']['cheaperLeads']

type SameFiles = (sha256: string) => Api['POST /global/quote/same-files']['output']['files']

/** A stub of the server with one project, whose signed-in owner is `user`. */
export function fakeServer(initial: ProjectView = aProjectView(), user: UserInfo = ada) {
  let project = initial
  let failing: ReturnType<typeof refusal> | undefined
  let sameFiles: SameFiles = () => []
  const removed: LineView[] = []
  let cheaperLeads: LeadChanges
  const change = (lines: readonly LineView[]) => {
    project = { ...project, lines: [...lines], revision: project.revision + 1 }
  }
  const changed = (ids: readonly string[]) => ({
    revision: project.revision,
    lines: project.lines.filter(({ id }) => ids.includes(id)),
  })
  const patch = ({ body }: Call) => {
    const { changes } = body as { changes: SentChange[] }
    if (changes.some(({ name }) => name === 'refused')) return refusal('VALIDATION', 'no')
    if (changes.some(({ lineId }) => !project.lines.some(({ id }) => id === lineId))) return refusal('NOT_FOUND', 'no')

    change(
      project.lines.map((line) => {
        const found = changes.find(({ lineId }) => lineId === line.id)
        if (!found) return line
        const { name = line.name, comment = line.comment, configuration = line.configuration } = found
        return { ...priced(line, configuration), name, comment }
      }),
    )

    return data('PATCH /global/project/{projectId}/lines', changed(changes.map(({ lineId }) => lineId)))
  }

  const add = ({ body }: Call) => {
    const { files } = body as { files: { name: string; bytes: number }[] }
    const fresh = files.map(({ name, bytes }, at) => anAnnouncedLine(name, bytes, project.lines.length + 1 + at))
    change([...project.lines, ...fresh])
    return data('POST /global/project/{projectId}/lines', changed(fresh.map(({ id }) => id)))
  }
  const attach = ({ key, body }: Call) => {
    const lineId = key.split('/').at(-2) ?? ''
    const { name, bytes } = body as { name: string; bytes: number }
    if (name.startsWith('refused')) return refusal('VALIDATION', 'This file is not accepted')

    const upload = anUploadView({ name, bytes, state: 'uploading' })
    change(
      project.lines.map((line) =>
        line.id === lineId ? { ...line, attachments: [...line.attachments, upload] } : line,
      ),
    )
    const path = 'POST /global/project/{projectId}/line/{lineId}/attachment'
    return data(path, { upload, ...changed([lineId]) })
  }

  const gateway = stubGateway({
    'GET /global/common/index': ({ token }) => generalData(token ? user : {}),
    'GET /global/catalogue/current': () =>
      data('GET /global/catalogue/current', {
        version: smallCatalogue.version,
        validFrom: '2026-11-01T00:00:00.000Z',
        catalogue: smallCatalogue,
      }),
    'GET /global/project/{projectId}': ({ query }) =>
      failing ??
      data('GET /global/project/{projectId}', {
        revision: project.revision,
        project: Number(query.seen ?? -1) === project.revision ? null : project,
        cheaperLeads,
      }),
    'PATCH /global/project/{projectId}/lines': (call) => failing ?? patch(call),
    'POST /global/project/{projectId}/lines': (call) => failing ?? add(call),
    'POST /global/project/{projectId}/line/{lineId}/attachment': attach,
    'PATCH /global/project/{projectId}': ({ body }) => {
      const change = body as Partial<ProjectView>
      const serviceChosen = change.service ? (change.serviceChosen ?? true) : project.serviceChosen
      project = { ...project, ...change, serviceChosen, revision: project.revision + 1 }
      return data('PATCH /global/project/{projectId}', project)
    },
    'POST /global/project': ({ body }) => {
      project = aProjectView(body as Partial<ProjectView>)
      return failing ?? data('POST /global/project', project)
    },
    'POST /global/quote/same-files': ({ body }) => {
      const { digests } = body as { digests: string[] }
      return data('POST /global/quote/same-files', { files: digests.flatMap((digest) => sameFiles(digest)) })
    },
    'POST /global/quote/visitor': () =>
      data('POST /global/quote/visitor', { accessToken: 'visitor-token', expiresIn: 3600 }),
    'POST /global/project/{projectId}/lines/remove': ({ body }) => {
      const { lineIds } = body as { lineIds: string[] }
      if (failing) return failing
      removed.push(...project.lines.filter(({ id }) => lineIds.includes(id)))
      change(project.lines.filter(({ id }) => !lineIds.includes(id)))
      return data('POST /global/project/{projectId}/lines/remove', project)
    },
    'POST /global/project/{projectId}/lines/restore': ({ body }) => {
      const { lineIds } = body as { lineIds: string[] }
      if (failing) return failing
      const live = new Set(project.lines.map(({ id }) => id))
      const restored = removed.filter(({ id }) => lineIds.includes(id) && !live.has(id))
      change([...project.lines, ...restored].sort((one, other) => one.position - other.position))
      return data('POST /global/project/{projectId}/lines/restore', project)
    },
    'GET /global/upload/{uploadId}/content': () => ({ status: 200, body: { stored: 'file' } }),
    'POST /global/project/{projectId}/line/{lineId}/unit': () =>
      data('POST /global/project/{projectId}/line/{lineId}/unit', changed([])),
    'POST /global/project/{projectId}/line/{lineId}/notify': () =>
      data('POST /global/project/{projectId}/line/{lineId}/notify', changed([])),
  })

  return {
    gateway,
    project: () => project,
    /** A change by another tab or by the server itself. */
    change: (update: (lines: readonly LineView[]) => readonly LineView[]) => change(update(project.lines)),
    /** A payment of the orders of all lines, which leaves the revision of the project. */
    payOrders: () => {
      const lines = project.lines.map((line) => ({ ...line, order: line.order && { ...line.order, isUnpaid: false } }))
      project = { ...project, lines }
    },
    /** Lead times that the next reads report as replaced. */
    replaceLeads: (changes: LeadChanges) => {
      cheaperLeads = changes
    },
    /** Which files of projects have a content. */
    knowFiles: (known: SameFiles) => {
      sameFiles = known
    },
    /** Makes every call fail with this response, until called without one. */
    fail: (answer?: ReturnType<typeof refusal>) => {
      failing = answer
    },
  }
}

/** A stub of the server for the whole page, with uploads that the test drives. */
export function pageServer(project?: ProjectView, user?: UserInfo) {
  const transfers = fakeTransfers()
  plugFilePorts(transfers.ports)
  return { ...fakeServer(project, user), ...transfers }
}

/** jsdom has neither workers nor canvas nor layout. */
export function stubPage(): void {
  stubWorkers()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(760)
}

/** Whole analyses and lazy screens take longer than a render. */
export const patient = { timeout: 20_000 }

export const aFile = (name: string, content: Uint8Array | string) =>
  new StreamedFile([content], name) as unknown as File

export const cube = (name: string, side = 20) => aFile(name, binaryStl(box([side, side, side])))

/** Files as a drop or the file dialog gives them. */
export const aDrop = (...files: File[]): DroppedFiles => ({ files, leftOut: [] })
