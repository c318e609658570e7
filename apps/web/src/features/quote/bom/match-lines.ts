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

const isOneFile = (lines: readonly WorkLine[]): boolean =>
  lines.every(({ view }) => view.upload.id === lines[0]?.view.upload.id)

/**
 * The lines that a row is about: all lines of a file, or the one of a body. Undefined if no line has
 * one of the names, or if lines of several files have it.
 */
export function matchLines(names: readonly string[], lines: readonly WorkLine[]): readonly WorkLine[] | undefined {
  for (const isSame of comparisons) {
    for (const name of names) {
      const key = partKey(name)
      const ofFile = lines.filter(({ view }) => isSame(key, partKey(view.upload.name)))
      const named = lines.filter((line) => isSame(key, partKey(line.name)))
      const found = ofFile.length > 0 ? ofFile : named
      if (found.length > 0) return isOneFile(found) ? found : undefined
    }
  }

  return undefined
}
