import { createHash } from 'node:crypto'
import type { Api, LineView, ProjectView } from '@cotation/contracts'
import type { Configuration, TechnologySlug, UploadPurpose, UploadState } from '@cotation/domain'
import { analysePart, analysisVersion, type PartAnalysis, unwatched } from '@cotation/geometry'
import { binaryStl, box, cylinder, merge, moved, plateWithHoles, polygon } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { partMeasuresOf } from '@cotation/pricing'
import { newPublicId } from '#core/secrets.ts'
import type { TestApp } from '../app.ts'
import type { Browser } from '../browser.ts'
import { insertRow, type RowStore, rowsOf, updateRows } from '../rows.ts'
import { ownerOfBrowser } from './uploads.ts'

/** Parts analysed once, so that tests of projects need neither uploads nor child processes. */
const meshes = {
  /** Fits everywhere, without findings in most materials. */
  block: () => box([40, 30, 20]),
  /** The same, revised. */
  largerBlock: () => box([60, 30, 20]),
  /** Walls that are too thin for most processes. */
  sheet: () => box([60, 40, 0.9]),
  /** Two distinct bodies, one of them three times. */
  assembly: () =>
    merge(box([30, 20, 10]), ...[0, 1, 2].map((index) => moved(cylinder(5, 25, 48), [60 + 20 * index, 0, 0]))),
  /** So flat that it may warp; no other finding. */
  plate: () => box([140, 80, 2.5]),
  /** A hole of Ø 4 mm, 2 mm from the sides. */
  holeNearEdge: () => plateWithHoles({ columns: 1, rows: 1, pitch: 8, thickness: 6 }, polygon('2,0 2,6')),
  /** The same, revised: flatter still. */
  longerPlate: () => box([160, 80, 2.5]),
  /** Larger than any machine, but plausible in millimetres. */
  giant: () => box([1990, 1900, 1800]),
  /** Drawn in metres: implausible in millimetres. */
  metres: () => box([0.04, 0.03, 0.02]),
}

export type PartName = keyof typeof meshes

const analyses = new Map<string, Promise<PartAnalysis>>()

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function analyse(name: PartName, unit: string): Promise<PartAnalysis> {
  const bytes = binaryStl(meshes[name]())
  const verdict = await analysePart(inOnePiece(bytes), {
    totalBytes: bytes.length,
    unit: unit || undefined,
    meshes: [],
    kernels: nodeKernels(),
    watch: unwatched,
  })
  if (!verdict.ok) throw new Error(`${name}: ${verdict.refusal.code}`)

  return verdict.value
}

/** The server's analysis of a part. */
export function analysisOf(name: PartName, unit = ''): Promise<PartAnalysis> {
  const key = `${name} ${unit}`
  const known = analyses.get(key) ?? analyse(name, unit)
  analyses.set(key, known)
  return known
}

/** The measures of a body that prices need. */
export async function measuresOf(name: PartName, body = 0) {
  const facts = (await analysisOf(name)).bodies[body]
  if (!facts) throw new Error(`${name} has no body ${body}`)
  return partMeasuresOf(facts)
}

/** An analysed content; another `copy` is another content of the same shape. */
export async function anAnalysis(
  app: RowStore,
  name: PartName,
  copy = 0,
  unit = '',
): Promise<{ id: string; sha256: string }> {
  const { db } = app.deps
  const { now } = app.clock
  const sha256 = createHash('sha256').update(`${name} ${copy}`).digest('hex')
  const [known] = await rowsOf(app, 'part_analysis', { sha256, unit, version: analysisVersion })
  if (known) return { id: known.id, sha256 }

  const { bodies, failed: _, ...summary } = await analysisOf(name, unit)
  await db
    .insertInto('file_content')
    .values({ sha256, bytes: 1000, stored_at: now, removed_at: null })
    .onConflict((row) => row.doNothing())
    .execute()

  const id = await insertRow(db, 'part_analysis', {
    sha256,
    unit,
    version: analysisVersion,
    state: 'done',
    asked_by: 'test',
    queued_at: now,
    started_at: now,
    finished_at: now,
    summary: JSON.stringify(summary),
  })
  const rows = bodies.map((facts, index) => ({
    analysis_id: id,
    body_index: index,
    name: facts.name,
    per_file: facts.count,
    fingerprint: facts.fingerprint,
    measures: JSON.stringify(partMeasuresOf(facts)),
    facts: JSON.stringify(facts),
    thumbnail_id: newPublicId(),
  }))
  await db.insertInto('part_body').values(rows).execute()

  return { id, sha256 }
}

interface UploadTraits {
  purpose?: UploadPurpose
  name?: string
  state?: UploadState
  part?: PartName
  copy?: number
}

/** An upload of the browser's user: analysed, unless it is an attachment or in another state. */
export async function anUploadOf(app: RowStore, browser: Browser, traits: UploadTraits = {}): Promise<string> {
  const { purpose = 'part', state = 'done', part = 'block', copy = 0 } = traits
  const owner = await ownerOfBrowser(app, browser)
  const isRead = purpose === 'part' && (state === 'done' || state === 'expired')
  const analysis = isRead ? await anAnalysis(app, part, copy) : null
  return insertRow(app.deps.db, 'upload', {
    customer_id: owner.customerId,
    visitor_hash: owner.visitorHash,
    purpose,
    name: traits.name ?? (purpose === 'part' ? `${part}.stl` : 'drawing.pdf'),
    bytes: 1000,
    state,
    sha256: analysis?.sha256 ?? null,
    analysis_id: analysis?.id ?? null,
    created_at: app.clock.now,
    last_used_at: app.clock.now,
  })
}

/** Finishes an analysis as the upload slice does, without the following job. */
export async function finishAnalysis(app: TestApp, uploadId: string, part: PartName, copy = 0): Promise<void> {
  const { id, sha256 } = await anAnalysis(app, part, copy)
  await updateRows(app, 'upload', { id: uploadId }, { state: 'done', sha256, analysis_id: id })
}

let made = 0

export async function aProject(
  browser: Browser,
  service: TechnologySlug = '3d-printing',
  name = `Projet ${++made}`,
): Promise<ProjectView> {
  const { data } = await browser.call('POST /global/project', { body: { name, service } })
  return data
}

/** Announces files of 1000 bytes, each of which becomes a line. */
export const announceFiles = (browser: Browser, projectId: string, names: string[]) =>
  browser.call('POST /global/project/{projectId}/lines', {
    params: { projectId },
    body: { files: names.map((name) => ({ name, bytes: 1000 })) },
  })

/** Adds lines for files that were uploaded before. */
export const addStoredLines = (browser: Browser, projectId: string, uploadIds: string[]) =>
  browser.call('POST /global/project/{projectId}/lines/stored', { params: { projectId }, body: { uploadIds } })

type LineChange = Api['PATCH /global/project/{projectId}/lines']['input']['body']['changes'][number]

export const changeLines = (browser: Browser, projectId: string, changes: LineChange[]) =>
  browser.call('PATCH /global/project/{projectId}/lines', { params: { projectId }, body: { changes } })

export const removeLines = (browser: Browser, projectId: string, lineIds: string[]) =>
  browser.call('POST /global/project/{projectId}/lines/remove', { params: { projectId }, body: { lineIds } })

export const restoreLines = (browser: Browser, projectId: string, lineIds: string[]) =>
  browser.call('POST /global/project/{projectId}/lines/restore', { params: { projectId }, body: { lineIds } })

/** Replaces the file of a line. */
export const replaceFile = (browser: Browser, projectId: string, lineId: string, name = 'v2.stl', bytes = 1000) =>
  browser.call('POST /global/project/{projectId}/line/{lineId}/file', {
    params: { projectId, lineId },
    body: { name, bytes },
  })

/** A project as its owner sees it. */
export async function getProject(browser: Browser, projectId: string) {
  const { data } = await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })
  if (!data.project) throw new Error('no project came back')
  return data.project
}

/** Analysed and priced lines of a project, one per part. */
export async function someLines(
  app: TestApp,
  browser: Browser,
  projectId: string,
  ...parts: PartName[]
): Promise<LineView[]> {
  const uploadIds: string[] = []
  for (const part of parts) uploadIds.push(await anUploadOf(app, browser, { part }))
  return (await addStoredLines(browser, projectId, uploadIds)).data.lines
}

/** A project with one analysed and priced line. */
export async function aQuotedProject(
  app: TestApp,
  browser: Browser,
  part: PartName = 'block',
): Promise<{ projectId: string; line: LineView }> {
  const { id: projectId } = await aProject(browser)
  const [line] = await someLines(app, browser, projectId, part)
  if (!line) throw new Error('no line came back')
  return { projectId, line }
}

/** The configuration of a line, which the lines of these builders always have. */
export function configurationOf({ configuration }: LineView): Configuration {
  if (!configuration) throw new Error('the line has no configuration')
  return configuration
}

/** Sends a line's configuration and returns the updated line. */
export async function sendConfiguration(
  browser: Browser,
  projectId: string,
  lineId: string,
  configuration: Configuration,
): Promise<LineView> {
  const { data, status } = await changeLines(browser, projectId, [{ lineId, configuration }])
  const [changed] = data?.lines ?? []
  if (!changed) throw new Error(`the change was answered with ${status}`)
  return changed
}

/** Changes a part of a line's configuration. */
export const configure = (browser: Browser, projectId: string, line: LineView, change: Partial<Configuration>) =>
  sendConfiguration(browser, projectId, line.id, { ...configurationOf(line), ...change })
