/**
 * Files that were dropped or chosen. Of folders only the parts; `leftOut` counts their other files.
 */
export interface DroppedFiles {
  files: File[]
  leftOut: number
}

/** The supported file types, for `accept` of a file dialog. The content decides about a file. */
export const partTypes = '.stl,.step,.stp'

export const partExtension = /\.(stl|step|stp)$/i

/** A folder of a hundred thousand files is a mistake and must not block the page. */
const maxEntries = 10_000

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const nextEntries = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function walk(folder: FileSystemDirectoryEntry, found: DroppedFiles, seen: { entries: number }): Promise<void> {
  const reader = folder.createReader()
  // Browsers return at most a hundred entries per call.
  for (let some = await nextEntries(reader); some.length > 0; some = await nextEntries(reader)) {
    for (const entry of some) {
      if (++seen.entries > maxEntries) return
      if (isFolder(entry)) await walk(entry, found, seen)
      else if (isFile(entry) && partExtension.test(entry.name)) found.files.push(await fileOf(entry))
      else found.leftOut++
    }
  }
}

/**
 * The files of a drop, including those in folders. Call it synchronously in the event handler: the
 * browser clears the data afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
  const plain = [...transfer.files]
  const entries = [...(transfer.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return { files: plain, leftOut: 0 }

  const found: DroppedFiles = { files: [], leftOut: 0 }
  const seen = { entries: 0 }
  for (const entry of entries) {
    if (!entry) continue
    if (isFolder(entry)) await walk(entry, found, seen)
    else if (isFile(entry)) found.files.push(await fileOf(entry))
  }

  return found
}

/** The parts in a chosen folder. */
export function folderFiles(all: readonly File[]): DroppedFiles {
  const files = all.filter(({ name }) => partExtension.test(name))
  return { files, leftOut: all.length - files.length }
}
