import { uploadLimits } from '@cotation/domain'

/** Why a file is not even announced. */
export type OverLimit = 'tooMany' | 'tooLarge' | 'empty'

export interface RefusedFile {
  name: string
  reason: OverLimit
}

export interface SortedFiles {
  taken: File[]
  refused: RefusedFile[]
}

/** The files that a project has room for; each of the others with its reason. Whether a file is a part is said by its content. */
export function sortFiles(files: readonly File[], room: number): SortedFiles {
  const sorted: SortedFiles = { taken: [], refused: [] }
  for (const file of files) {
    const reason: OverLimit | undefined =
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
