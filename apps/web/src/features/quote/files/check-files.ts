import { uploadLimits } from '@cotation/domain'

/** Each is a key of `upload.notice.reason`. */
export type RefusalReason =
  | 'tooMany'
  | 'tooLarge'
  | 'empty'
  | 'drawingTooLarge'
  | 'bomTooLarge'
  | 'drawingWithoutPart'
  | 'bomWithoutPart'
  | 'otherKind'
  | 'otherCad'
  | 'hidden'
  | 'otherArchive'
  | 'spreadsheet'
  | 'folderTooLarge'
  | 'nested'
  | 'encrypted'
  | 'unsafePath'
  | 'duplicate'
  | 'suspicious'
  | 'archiveTooLarge'
  | 'archiveTooMany'
  | 'damagedEntry'
  | 'unsupportedCompression'
  | 'damagedArchive'
  | 'notOpened'

export interface RefusedFile {
  name: string
  reason: RefusalReason
}

interface CheckedFiles {
  taken: File[]
  refused: RefusedFile[]
}

/**
 * Applies the limits on size and count. Whether a part can be read is decided by its content, later.
 */
export function checkFiles(files: readonly File[], maxFiles: number): CheckedFiles {
  const checked: CheckedFiles = { taken: [], refused: [] }

  for (const file of files) {
    const { name, size } = file
    if (size > uploadLimits.partBytes) checked.refused.push({ name, reason: 'tooLarge' })
    else if (size === 0) checked.refused.push({ name, reason: 'empty' })
    else if (checked.taken.length >= maxFiles) checked.refused.push({ name, reason: 'tooMany' })
    else checked.taken.push(file)
  }

  return checked
}
