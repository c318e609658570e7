// Runs on whatever Node the machine has (20 or newer): plain JavaScript, no dependency.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
export const binFolder = join(root, 'node_modules', '.bin')

const neededMajor = 24
const executable = process.platform === 'win32' ? 'node.exe' : 'node'

/** The pinned Node from npm's own packages; else the one that runs us, if it is new enough. */
export function pinnedNode() {
  const names = [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`]
  for (const name of names) {
    const path = join(root, 'node_modules', name, 'bin', executable)
    if (existsSync(path)) return path
  }

  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath

  fail(
    `No Node ${neededMajor} for ${process.platform}-${process.arch} is packaged. Install Node ${neededMajor} and run the command again.`,
  )
}

/** The environment in which `node` and every tool of the project is the pinned one. */
export function pinnedEnvironment() {
  const nodeFolder = join(pinnedNode(), '..')
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: [binFolder, nodeFolder, process.env.PATH].join(separator) }
}

export function fail(line) {
  console.error(line)
  process.exit(1)
}
