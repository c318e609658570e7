import { folderOf } from '#features/quote/files/file-path.ts'
import { pairDrawings } from '#features/quote/files/pair-drawings.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { UnpairedDrawing } from './file-notices.ts'
import type { OpenProject } from './open-project.ts'

/** What a client announces about a file before it sends it. */
export const announced = (file: File) => ({ name: announcedName(file.name), bytes: file.size })

/** Attaches a file to a line and uploads it. Returns the id of the upload. */
export async function attachFile(store: OpenProject, lineId: string, file: File, quiet = false): Promise<string> {
  const input = { params: { projectId: store.projectId, lineId }, body: announced(file) }
  const path = 'POST /global/project/{projectId}/line/{lineId}/attachment'
  const { upload, ...changed } = await api(path, input, { quiet })

  store.takeLines(changed)
  store.files.send(upload.id, file, { isPart: false })

  return upload.id
}

/** The files of the project that drawings may be attached to; the first line of a file represents it. */
function pairableParts(store: OpenProject) {
  const byUpload = Map.groupBy(store.project?.lines ?? [], ({ upload }) => upload.id)

  return [...byUpload.values()].flatMap(([line]) => {
    if (!line || line.order) return []
    return { id: line.id, name: line.upload.name, folder: folderOf(store.files.fileOf(line.upload.id)) }
  })
}

interface Attachable {
  file: File
  lineId: string
}

interface Attached {
  pairs: { drawing: string; part: string }[]
  failed: UnpairedDrawing[]
}

/** Attaches drawings to lines, one after the other, because each changes the project. */
async function attachAll(store: OpenProject, drawings: readonly Attachable[]): Promise<Attached> {
  const attached: Attached = { pairs: [], failed: [] }

  for (const { file, lineId } of drawings) {
    const line = store.project?.lines.find(({ id }) => id === lineId)
    // Dropped again with its part, or with a ZIP that was dropped before.
    const isThere = line?.attachments.some(
      ({ name, bytes }) => name === announcedName(file.name) && bytes === file.size,
    )
    if (!line || isThere) continue

    try {
      await attachFile(store, lineId, file, true)
      attached.pairs.push({ drawing: file.name, part: line.name })
    } catch (error) {
      attached.failed.push({ file, message: error instanceof ApiError ? error.message : '' })
    }
  }

  return attached
}

/** Attaches drawings to chosen lines. Those that could not be attached are offered again. */
export async function attachChosen(
  store: OpenProject,
  chosen: readonly Attachable[],
  rest: readonly UnpairedDrawing[],
): Promise<void> {
  const { pairs, failed } = await attachAll(store, chosen)
  if (pairs.length > 0) store.notices.add({ kind: 'attached', pairs })

  const unpaired = [...failed, ...rest]
  if (unpaired.length > 0) store.notices.add({ kind: 'unpaired', drawings: unpaired })
}

/** Attaches drawings to the parts of the same name, and asks about the others. */
export async function attachDrawings(store: OpenProject, drawings: readonly File[]): Promise<void> {
  if (drawings.length === 0) return

  const { pairs, unpaired } = pairDrawings(drawings, pairableParts(store))
  const chosen = pairs.map(({ drawing, partId }) => ({ file: drawing, lineId: partId }))
  await attachChosen(
    store,
    chosen,
    unpaired.map((file) => ({ file, message: '' })),
  )
}
