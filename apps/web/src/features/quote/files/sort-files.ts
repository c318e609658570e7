import { uploadLimits } from '@cotation/domain'
import { maxBomBytes } from './archive-entries.ts'
import type { RefusalReason, RefusedFile } from './check-files.ts'
import type { DroppedFiles } from './dropped-files.ts'
import { type FileKind, fileKind } from './file-kinds.ts'
import { openArchive } from './open-archive.ts'

/** Dropped files by what they are for, with the contents of archives. */
export interface SortedFiles {
  parts: File[]
  drawings: File[]
  boms: File[]
  refused: RefusedFile[]
}

export interface SortingEvents {
  /** An archive is being unpacked; `done` goes from 0 to 1. */
  unpacking: (name: string, done: number) => void
  signal: AbortSignal
}

const zipSignature = 'PK\x03\x04'
const hasExtension = /\.[a-z0-9]{1,8}$/i

/** A ZIP with the name of a part, or with none, is opened too. Others, such as 3MF, use ZIP inside. */
async function kindOf(file: File): Promise<FileKind> {
  const kind = fileKind(file.name)
  const mayBeZip = kind === 'part' || (kind === 'other' && !hasExtension.test(file.name))
  if (!mayBeZip) return kind

  // A file that cannot be read any more gets its message from the reader of parts.
  const bytes = await file
    .slice(0, zipSignature.length)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const start = new Uint8Array(bytes)

  return String.fromCharCode(...start) === zipSignature ? 'zip' : kind
}

function drawingReason({ size }: File): RefusalReason | undefined {
  if (size === 0) return 'empty'
  return size > uploadLimits.attachmentBytes ? 'drawingTooLarge' : undefined
}

function bomReason({ size }: File): RefusalReason | undefined {
  if (size === 0) return 'empty'
  return size > maxBomBytes ? 'bomTooLarge' : undefined
}

function sortOne(file: File, kind: FileKind, sorted: SortedFiles): void {
  const { name } = file
  const add = (list: File[], reason: RefusalReason | undefined) => {
    if (reason) sorted.refused.push({ name, reason })
    else list.push(file)
  }

  switch (kind) {
    case 'drawing':
      add(sorted.drawings, drawingReason(file))
      return
    case 'bom':
      add(sorted.boms, bomReason(file))
      return
    case 'hidden':
    case 'otherArchive':
    case 'spreadsheet':
      sorted.refused.push({ name, reason: kind })
      return
    default:
      // Parts are recognised by their content, whatever their name.
      sorted.parts.push(file)
  }
}

/** The contents of an archive; the archive itself is named if it cannot be opened at all. */
async function contentsOf(archive: File, { unpacking, signal }: SortingEvents): Promise<DroppedFiles> {
  const progress = (done: number) => unpacking(archive.name, done)
  progress(0)

  try {
    return await openArchive(archive, { progress, signal })
  } catch {
    signal.throwIfAborted()
    // The code that opens archives could not be loaded.
    return { files: [], leftOut: [{ name: archive.name, reason: 'notOpened' }] }
  }
}

/** Sorts dropped files by what they are for, and opens archives. Fails only if it is cancelled. */
export async function sortFiles({ files, leftOut }: DroppedFiles, events: SortingEvents): Promise<SortedFiles> {
  const sorted: SortedFiles = { parts: [], drawings: [], boms: [], refused: [...leftOut] }

  for (const file of files) {
    const kind = await kindOf(file)
    if (kind !== 'zip') {
      sortOne(file, kind, sorted)
      continue
    }

    const contents = await contentsOf(file, events)
    sorted.refused.push(...contents.leftOut)
    for (const one of contents.files) sortOne(one, fileKind(one.name), sorted)
  }

  return sorted
}
