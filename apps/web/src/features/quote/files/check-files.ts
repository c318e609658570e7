import { uploadLimits } from '@cotation/domain'

/** Why a file is not even announced. */
export type RefusalReason = 'tooMany' | 'tooLarge' | 'empty'

export interface RefusedFile {
  name: string
  reason: RefusalReason
}

export interface CheckedFiles {
  taken: File[]
  refused: RefusedFile[]
}

/** The files that a project has room for; each of the others with its reason. Whether a file is a part is said by its content. */
export function checkFiles(files: readonly File[], room: number): CheckedFiles {
  const sorted: CheckedFiles = { taken: [], refused: [] }
  for (const file of files) {
    const reason: RefusalReason | undefined =
      file.size > uploadLimits.partBytes
        ? 'tooLarge'
        : file.size === 0
          ? 'empty'
          : sorted.taken.length >= room
            ? 'tooMany'
            : undefined
    if (reason) sorted.refused.push({ name: file.name, reason })
    else sorted.taken.push(file)
  }

  return sorted
}
