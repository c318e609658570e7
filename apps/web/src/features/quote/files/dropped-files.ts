/** What a customer let go over the page, or chose: of a folder only parts, and how many other files it has. */
export interface DroppedFiles {
  files: File[]
  leftOut: number
}

const partName = /\.(stl|step|stp)$/i

/** A folder of a hundred thousand files is a mistake, and must not hold up the page. */
const mostEntries = 10_000

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const someOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function walk(folder: FileSystemDirectoryEntry, found: DroppedFiles, seen: { entries: number }): Promise<void> {
  const reader = folder.createReader()
  // Browsers give a hundred at a time.
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader)) {
    for (const entry of some) {
      if (++seen.entries > mostEntries) return
      if (isFolder(entry)) await walk(entry, found, seen)
      else if (isFile(entry) && partName.test(entry.name)) found.files.push(await fileOf(entry))
      else found.leftOut++
    }
  }
}

/** The files of a drop, folders opened. What it reads first must be read before the event ends: call it from the handler itself. */
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

/** The files of a chosen folder. */
export function folderFiles(list: FileList | null): DroppedFiles {
  const all = [...(list ?? [])]
  const files = all.filter(({ name }) => partName.test(name))
  return { files, leftOut: all.length - files.length }
}
