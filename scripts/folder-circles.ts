import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** An import of one file by another, as paths below the root. */
export interface Import {
  from: string
  to: string
}

const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'((?:\.|#)[^'?]+)'/g

/** The imports among the given files; anything else they import is left out. */
export function importsAmong(files: readonly string[], root: string): Import[] {
  const known = new Set(files)

  return files.flatMap((from) => {
    const path = join(root, from)
    const { resolve } = createRequire(path)
    const source = readFileSync(path, 'utf8')

    return [...source.matchAll(specifiers)].flatMap(([, specifier = '']) => {
      const to = relative(root, resolve(specifier))
      return known.has(to) ? [{ from, to }] : []
    })
  })
}

/**
 * The imports that keep folders in a circle: folders that nothing imports, and folders that import
 * nothing, are removed until none is left to remove. What remains is circles and the paths between.
 */
export function folderCircles(imports: readonly Import[]): Import[] {
  let left = imports.filter(({ from, to }) => dirname(from) !== dirname(to))

  for (;;) {
    const importing = new Set(left.map(({ from }) => dirname(from)))
    const imported = new Set(left.map(({ to }) => dirname(to)))
    const next = left.filter(({ from, to }) => imported.has(dirname(from)) && importing.has(dirname(to)))
    if (next.length === left.length) return next

    left = next
  }
}
