import { uploadLimits } from '@cotation/domain'
import { type FileKind as ContentKind, sniff, sniffBytes } from '@cotation/geometry'
import { maxBomBytes } from './archive-entries.ts'
import type { RefusalReason, RefusedFile } from './check-files.ts'
import type { DroppedFiles } from './dropped-files.ts'
import { type FileKind, fileKind, otherCadExtension } from './file-kinds.ts'
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

const hasExtension = /\.[a-z0-9]{1,8}$/i
const zipSignature = 'PK\x03\x04'
const isZip = (start: Uint8Array) => String.fromCharCode(...start.subarray(0, zipSignature.length)) === zipSignature

/** Contents of parts, also of damaged ones: the reader of parts says what is wrong with them. */
const partContents: ReadonlySet<ContentKind> = new Set(['stl-binary', 'stl-ascii', 'step', 'truncated', 'empty-file'])

/** Formats of CAD programs that are recognised, whatever the file's name. */
const otherCadContents: ReadonlySet<ContentKind> = new Set(['3mf', 'obj', 'iges'])

type SortedKind = FileKind | 'otherCad'

/**
 * Looks into files whose name does not say what they are. A ZIP with the name of a part, or with
 * none, is opened too; others, such as 3MF, use ZIP inside.
 */
async function kindOf(file: File): Promise<SortedKind> {
  const kind = fileKind(file.name)
  if (kind !== 'part' && kind !== 'other') return kind

  const bytes = await file
    .slice(0, sniffBytes)
    .arrayBuffer()
    .catch(() => undefined)
  // A file that cannot be read any more gets its message from the reader of parts.
  if (!bytes) return 'part'

  const start = new Uint8Array(bytes)
  if (isZip(start) && (kind === 'part' || !hasExtension.test(file.name))) return 'zip'
  return kind === 'part' ? kind : unnamedKind(file, sniff(start, file.size))
}

/** A file without the name of a part is one by its content, or is refused. */
function unnamedKind({ name }: File, content: ContentKind): SortedKind {
  if (partContents.has(content)) return 'part'
  return otherCadContents.has(content) || otherCadExtension.test(name) ? 'otherCad' : 'other'
}

const refusals: Partial<Record<SortedKind, RefusalReason>> = {
  hidden: 'hidden',
  otherArchive: 'otherArchive',
  spreadsheet: 'spreadsheet',
  otherCad: 'otherCad',
  other: 'otherKind',
}

function drawingReason({ size }: File): RefusalReason | undefined {
  if (size === 0) return 'empty'
  return size > uploadLimits.attachmentBytes ? 'drawingTooLarge' : undefined
}

function bomReason({ size }: File): RefusalReason | undefined {
  if (size === 0) return 'empty'
  return size > maxBomBytes ? 'bomTooLarge' : undefined
}

function sortOne(file: File, kind: SortedKind, sorted: SortedFiles): void {
  const { name } = file
  const refusal = refusals[kind]
  if (refusal) {
    sorted.refused.push({ name, reason: refusal })
    return
  }

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
    default:
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
