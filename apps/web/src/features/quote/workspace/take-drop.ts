import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { readBom } from '#features/quote/files/read-bom.ts'
import { type SortedFiles, sortFiles } from '#features/quote/files/sort-files.ts'
import { attachDrawings } from './attach-drawings.ts'
import type { OpenProject } from './open-project.ts'

/** What came with the parts of a drop. */
export type Companions = Omit<SortedFiles, 'parts'>

/** Names refused files, attaches drawings to their parts, and offers lists for review. */
export async function takeCompanions(store: OpenProject, { refused, drawings, boms }: Companions): Promise<void> {
  if (refused.length > 0) store.notices.add({ kind: 'refused', files: refused })
  await attachDrawings(store, drawings)

  for (const file of boms) {
    const { name } = file
    // A file that was moved or changed after the drop cannot be read.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes) store.notices.add({ kind: 'bom', name, bom: readBom(new Uint8Array(bytes)) })
    else store.notices.add({ kind: 'refused', files: [{ name, reason: 'notOpened' }] })
  }
}

/** Sorts a drop, with a message while archives are unpacked. Undefined if the customer cancels it. */
async function sortWithNotice(store: OpenProject, dropped: DroppedFiles): Promise<SortedFiles | undefined> {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  let noticeId: number | undefined
  const unpacking = (name: string, done: number) => {
    const notice = { kind: 'unpacking', name, done, cancel } as const
    if (noticeId === undefined) noticeId = store.notices.add(notice)
    else store.notices.replace(noticeId, notice)
  }

  try {
    return await sortFiles(dropped, { unpacking, signal: controller.signal })
  } catch (error) {
    if (controller.signal.aborted) return undefined
    throw error
  } finally {
    if (noticeId !== undefined) store.notices.dismiss(noticeId)
  }
}

/** Takes files dropped on an open project: parts, drawings, lists, and archives of them. */
export async function takeDrop(store: OpenProject, dropped: DroppedFiles): Promise<void> {
  const sorted = await sortWithNotice(store, dropped)
  if (!sorted) return

  await store.files.add(sorted.parts)
  await takeCompanions(store, sorted)
}
