import type { Readable } from 'node:stream'
import { arrangeBoxes, type Corner, type Extents } from '@cotation/domain'
import { html } from '@cotation/html'
import { type ZipEntry, zipOf } from '#adapters/zip.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { ThreadFunction } from '#core/thread-pool.ts'
import { findMesh, hasMesh } from '#features/upload/analysis/bodies.service.ts'
import type { ModelObject, writeModelObject } from './model-object.ts'
import { type ContentRow, findTray, listContents, loadOf, type TrayRow } from './tray.repository.ts'
import { getCatalogue, spaceOf } from './tray-view.service.ts'

type ModelDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'files' | 'threads'>

export const modelType = 'model/3mf'

const writing: ThreadFunction<typeof writeModelObject> = {
  module: new URL('./model-object.ts', import.meta.url).href,
  name: 'writeModelObject',
}

/** A distinct part of a tray, with the runs that its pieces belong to. */
interface ModelPart {
  objectId: number
  analysisId: string
  bodyIndex: number
  name: string
  runs: { code: string; orderNumber: string; quantity: number }[]
}

/** The pieces of a tray as a 3MF package, streamed part by part. */
export async function createTrayModel(deps: ModelDeps, staffId: string, code: string) {
  const tray = await findTray(deps.db, code)
  if (!tray) throw new AppError('NOT_FOUND')

  const contents = await listContents(deps.db, tray.id)
  if (contents.length === 0) throw new AppError('TRAY_EMPTY', { trayCode: code })
  const parts = partsOf(contents)
  for (const { analysisId, bodyIndex } of parts)
    if (!(await hasMesh(deps, analysisId, bodyIndex))) throw new AppError('TRAY_MODEL_MISSING')

  // The first object before the answer: if too many wait now, the member gets "busy", not a broken
  // file.
  const objects = objectsOf(deps, staffId, parts)
  const begun = resumed(await objects.next(), objects)

  const spaceMm = spaceOf(await getCatalogue(deps, tray.catalogue_version), loadOf(tray))
  const subject = { kind: 'tray', id: tray.id } as const
  await deps.db
    .transaction()
    .execute((trx) => recordAudit(trx, { staffId, action: 'file.downloaded', subject, after: { model: code } }))

  const stream: Readable = zipOf(packageOf(deps, tray, parts, spaceMm, begun))
  return { stream, contentType: modelType, fileName: `${code}.3mf` }
}

/** The same file under the same name is one part, also in orders of different customers. */
function partsOf(contents: readonly ContentRow[]): ModelPart[] {
  const parts: ModelPart[] = []
  for (const { analysisId, ordered, name, runCode, orderNumber, quantity } of contents) {
    const { bodyIndex } = ordered
    if (analysisId === null || bodyIndex === null) throw new AppError('TRAY_MODEL_MISSING')

    const run = { code: runCode, orderNumber, quantity }
    const known = parts.find(
      (part) => part.analysisId === analysisId && part.bodyIndex === bodyIndex && part.name === name,
    )
    if (known) known.runs.push(run)
    else parts.push({ objectId: parts.length + 1, analysisId, bodyIndex, name, runs: [run] })
  }
  return parts
}

/** The files of the package (Open Packaging Conventions; 3MF core specification 1.4, chapter 2). */
async function* packageOf(
  deps: ModelDeps,
  tray: TrayRow,
  parts: readonly ModelPart[],
  spaceMm: Extents,
  objects: AsyncIterable<ModelObject>,
): AsyncGenerator<ZipEntry> {
  const modifiedAt = deps.clock()
  yield { name: '[Content_Types].xml', content: contentTypes, modifiedAt }
  yield { name: '_rels/.rels', content: relationships, modifiedAt }
  yield { name: '3D/3dmodel.model', content: modelOf(deps, tray, parts, spaceMm, objects), modifiedAt }
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n'
const contentTypes = `${xmlStart}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
`
const relationships = `${xmlStart}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/3dmodel.model"/>
</Relationships>
`

/** Characters that XML does not allow: customers choose the names of their files. */
const noXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlText = (text: string): string => html`${text.toWellFormed().replaceAll(noXml, '_')}`.markup

const piecesOf = ({ runs }: ModelPart): number => runs.reduce((sum, { quantity }) => sum + quantity, 0)

/** The object of each part, in turn with other work of the member. One mesh is in memory at a time. */
async function* objectsOf(
  deps: ModelDeps,
  staffId: string,
  parts: readonly ModelPart[],
): AsyncGenerator<ModelObject, void> {
  for (const part of parts) {
    const mesh = await findMesh(deps, part.analysisId, part.bodyIndex)
    if (!mesh) throw new Error(`The mesh of ${part.analysisId} was removed during a download.`)
    yield deps.threads.run(staffId, writing, { mesh, head: objectHead(part) })
  }
}

/** Puts a first result, which was already read, back in front of its generator. */
async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  if (!first.done) yield first.value
  yield* rest
}

/** The model: an object for each part, then an item for each piece. */
async function* modelOf(
  deps: Pick<ModelDeps, 'config'>,
  tray: TrayRow,
  parts: readonly ModelPart[],
  spaceMm: Extents,
  objects: AsyncIterable<ModelObject>,
): AsyncGenerator<string | Uint8Array> {
  const contents = parts.map((part) => `${piecesOf(part)} × ${part.name}`).join('\n')
  yield `${xmlStart}<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:tray="urn:cotation:tray">
<metadata name="Title">${xmlText(tray.code)}</metadata>
<metadata name="Description">${xmlText(contents)}</metadata>
<metadata name="Application">${xmlText(deps.config.brand.name)}</metadata>
<metadata name="tray:material">${xmlText(tray.material_id)}</metadata>
<resources>
`

  const sizes: Extents[] = []
  for await (const { xml, sizeMm } of objects) {
    sizes.push(sizeMm)
    yield xml
  }

  yield '</resources>\n<build>\n'
  yield* itemsOf(tray, parts, sizes, spaceMm)
  yield '</build>\n</model>\n'
}

function objectHead(part: ModelPart): string {
  const runs = part.runs.map(({ code, orderNumber, quantity }) => `${quantity} × ${code} (${orderNumber})`).join('\n')
  return `<object id="${part.objectId}" type="model" name="${xmlText(part.name)}"><metadatagroup><metadata name="tray:quantity">${piecesOf(part)}</metadata><metadata name="tray:runs">${xmlText(runs)}</metadata></metadatagroup>`
}

/** An item for each piece, with the code of its run as part number. */
function* itemsOf(
  tray: TrayRow,
  parts: readonly ModelPart[],
  sizes: readonly Extents[],
  spaceMm: Extents,
): Generator<string> {
  const pieces = parts.flatMap((part, index) =>
    part.runs.flatMap(({ code, quantity }) =>
      Array.from({ length: quantity }, () => ({ part, code, sizeMm: sizes[index] ?? ([0, 0, 0] as const) })),
    ),
  )
  const corners = arrangeBoxes(
    tray.station,
    spaceMm,
    pieces.map(({ sizeMm }) => sizeMm),
  )
  for (const [index, { part, code }] of pieces.entries())
    yield `<item objectid="${part.objectId}" partnumber="${code}" transform="${transformTo(corners[index])}"/>\n`
}

/** A matrix that moves and does not turn, row by row. */
function transformTo(corner: Corner = [0, 0, 0]): string {
  const [x, y, z] = corner.map((mm) => Math.round(mm * 1e4) / 1e4)
  return `1 0 0 0 1 0 0 0 1 ${x} ${y} ${z}`
}
