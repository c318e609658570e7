import { partExtension } from '#features/quote/files/file-kinds.ts'
import { plainText } from '#features/quote/files/words.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/** The name of a part as it is compared: without folder, extension and separators. */
const partKey = (name: string): string =>
  plainText((name.split(/[\\/]/).at(-1) ?? '').replace(partExtension, '').replaceAll('_', ' '))

/** Shorter names are too common to be the beginning of another. */
const minPrefixLength = 3

/** From the surest to the least sure way to compare a row with the name of a file or body. */
const comparisons: readonly ((key: string, name: string) => boolean)[] = [
  (key, name) => key === name,
  (key, name) => key.length >= minPrefixLength && name.startsWith(`${key} `),
]

/** A line with its comparable names, which are computed once for all rows. */
export interface NamedLine {
  line: WorkLine
  fileKey: string
  nameKey: string
}

export const namedLines = (lines: readonly WorkLine[]): NamedLine[] =>
  lines.map((line) => ({ line, fileKey: partKey(line.view.upload.name), nameKey: partKey(line.name) }))

const isOneFile = (found: readonly NamedLine[]): boolean =>
  found.every(({ line }) => line.view.upload.id === found[0]?.line.view.upload.id)

/**
 * The lines that a row is about: all lines of a file, or the one of a body. Empty if no line has one
 * of the names, or if lines of several files have it.
 */
export function matchLines(names: readonly string[], lines: readonly NamedLine[]): WorkLine[] {
  for (const isSame of comparisons) {
    for (const name of names) {
      const key = partKey(name)
      const ofFile = lines.filter(({ fileKey }) => isSame(key, fileKey))
      const named = lines.filter(({ nameKey }) => isSame(key, nameKey))
      const found = ofFile.length > 0 ? ofFile : named
      if (found.length > 0) return isOneFile(found) ? found.map(({ line }) => line) : []
    }
  }

  return []
}
