import type { RefusalReason, RefusedFile } from './check-files.ts'
import { type FileKind, fileKind } from './file-kinds.ts'
import { withPath } from './file-path.ts'

/** Files that were dropped or chosen. Of folders only what belongs to a quote; the rest is named. */
export interface DroppedFiles {
  files: File[]
  leftOut: RefusedFile[]
}

/** A folder of a hundred thousand files is a mistake and must not block the page. */
const maxEntries = 10_000

/** Deeper folders are links that lead back to themselves. */
const maxDepth = 32

const reasons: Partial<Record<FileKind, RefusalReason>> = { hidden: 'hidden', other: 'otherKind' }

/** Why a file of a folder is left out; undefined if it belongs to a quote. */
const leftOutReason = (path: string): RefusalReason | undefined => reasons[fileKind(path)]

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const nextEntries = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Reads a folder into `found`. Returns false if it has too many files or is too deep. */
async function walk(
  folder: FileSystemDirectoryEntry,
  path: string,
  found: DroppedFiles,
  seen: { entries: number },
): Promise<boolean> {
  if (path.split('/').length > maxDepth) return false

  const reader = folder.createReader()
  // Browsers return at most a hundred entries per call.
  for (let some = await nextEntries(reader); some.length > 0; some = await nextEntries(reader)) {
    for (const entry of some) {
      if (++seen.entries > maxEntries) return false

      const name = `${path}/${entry.name}`
      const reason = leftOutReason(name)
      if (isFolder(entry)) {
        if (!(await walk(entry, name, found, seen))) return false
      } else if (reason) found.leftOut.push({ name, reason })
      else if (isFile(entry)) found.files.push(withPath(await fileOf(entry), name))
    }
  }

  return true
}

/**
 * The files of a drop, including those in folders. Call it synchronously in the event handler: the
 * browser clears the data afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
  const plain = [...transfer.files]
  const entries = [...(transfer.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return { files: plain, leftOut: [] }

  const found: DroppedFiles = { files: [], leftOut: [] }
  const seen = { entries: 0 }
  for (const entry of entries) {
    if (!entry) continue
    if (isFile(entry)) found.files.push(await fileOf(entry))
    else if (isFolder(entry)) {
      const isWhole = await walk(entry, entry.name, found, seen)
      if (!isWhole) found.leftOut.push({ name: entry.name, reason: 'folderTooLarge' })
    }
  }

  return found
}

/** The files of a chosen folder that belong to a quote. */
export function folderFiles(all: readonly File[]): DroppedFiles {
  const found: DroppedFiles = { files: [], leftOut: [] }
  for (const file of all.slice(0, maxEntries)) {
    const path = file.webkitRelativePath || file.name
    const reason = leftOutReason(path)
    if (reason) found.leftOut.push({ name: path, reason })
    else found.files.push(file)
  }

  const [first] = all
  if (first && all.length > maxEntries) {
    const [folder = first.name] = first.webkitRelativePath.split('/')
    found.leftOut.push({ name: folder, reason: 'folderTooLarge' })
  }

  return found
}
