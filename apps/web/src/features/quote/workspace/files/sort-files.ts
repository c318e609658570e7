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

/** What the contract refuses in a name: it would refuse the whole drop. */
const refusedCharacters = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/** As the contract takes it: a name is a label, cut to its length without its ending being lost (UPL-1). */
export function announcedName(name: string): string {
  const clean = name.replace(refusedCharacters, '').trim() || 'file'
  if (clean.length <= uploadLimits.nameLength) return clean
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, uploadLimits.nameLength - ending.length) + ending
}
