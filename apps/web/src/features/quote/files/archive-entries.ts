import { uploadLimits } from '@cotation/domain'
import type { RefusalReason, RefusedFile } from './check-files.ts'
import { type FileKind, fileKind } from './file-kinds.ts'

/** An entry of an archive, as its directory announces it. */
export interface ArchiveEntry {
  /** With `/` between folders. */
  path: string
  isFolder: boolean
  isEncrypted: boolean
  bytes: number
  packedBytes: number
}

/** In total, and for each of parts, drawings and lists. */
export const maxArchiveFiles = uploadLimits.filesPerProject
export const maxArchiveBytes = uploadLimits.partBytes

/** Larger lists are not parts lists. */
export const maxBomBytes = 2 * 1024 * 1024

/** STEP and STL shrink to a tenth, at most to a thirtieth; a bomb to a thousandth. */
const maxRatio = 200

/** Small files may shrink more, and do no harm. */
const minSuspiciousBytes = 1024 * 1024

const drive = /^[a-z]:/i
const control = /\p{Cc}/u

const isUnsafe = (path: string): boolean =>
  path.startsWith('/') || drive.test(path) || control.test(path) || path.split('/').includes('..')

const sizeLimits: Partial<Record<FileKind, readonly [number, RefusalReason]>> = {
  part: [uploadLimits.partBytes, 'tooLarge'],
  drawing: [uploadLimits.attachmentBytes, 'drawingTooLarge'],
  bom: [maxBomBytes, 'bomTooLarge'],
}

const kindReasons: Partial<Record<FileKind, RefusalReason>> = {
  hidden: 'hidden',
  zip: 'nested',
  otherArchive: 'nested',
  spreadsheet: 'spreadsheet',
  other: 'otherKind',
}

/** Why an entry is left out, whatever else is in the archive. */
function reasonOf({ path, isEncrypted, bytes, packedBytes }: ArchiveEntry): RefusalReason | undefined {
  const kind = fileKind(path)
  if (kind === 'hidden') return 'hidden'
  if (isUnsafe(path)) return 'unsafePath'

  const reason = kindReasons[kind]
  if (reason) return reason
  if (isEncrypted) return 'encrypted'
  if (bytes === 0) return 'empty'

  const [maxBytes, tooLarge] = sizeLimits[kind] ?? [0, 'tooLarge']
  if (bytes > maxBytes) return tooLarge

  return bytes > minSuspiciousBytes && bytes > maxRatio * packedBytes ? 'suspicious' : undefined
}

/**
 * Chooses the entries to unpack by what the archive announces. The unpacked size of each is checked
 * again while it is unpacked.
 */
export function chooseEntries<E extends ArchiveEntry>(entries: readonly E[]): { taken: E[]; leftOut: RefusedFile[] } {
  const taken: E[] = []
  const leftOut: RefusedFile[] = []
  const paths = new Set<string>()
  const counts = new Map<FileKind, number>()
  let totalBytes = 0

  for (const entry of entries) {
    if (entry.isFolder) continue

    const { path, bytes } = entry
    const kind = fileKind(path)
    const count = counts.get(kind) ?? 0
    let reason = reasonOf(entry)
    if (!reason && paths.has(path)) reason = 'duplicate'
    if (!reason && count >= maxArchiveFiles) reason = 'archiveTooMany'
    if (!reason && totalBytes + bytes > maxArchiveBytes) reason = 'archiveTooLarge'

    if (reason) {
      leftOut.push({ name: path, reason })
      continue
    }

    taken.push(entry)
    paths.add(path)
    counts.set(kind, count + 1)
    totalBytes += bytes
  }

  return { taken, leftOut }
}
