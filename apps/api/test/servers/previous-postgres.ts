import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const { resolve } = createRequire(new URL('../previous-postgres/package.json', import.meta.url))

function findFolder(): string | null {
  try {
    return dirname(dirname(resolve(`previous-postgres-${process.platform}-${process.arch}`)))
  } catch {
    return null
  }
}

/** The npm package of PostgreSQL 17; null where it is not installed. */
export const previousPostgresFolder = findFolder()
