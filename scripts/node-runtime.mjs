// Runs on any Node from 20 on: plain JavaScript without dependencies.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
export const binFolder = join(root, 'node_modules', '.bin')

const neededMajor = 24
const executable = process.platform === 'win32' ? 'node.exe' : 'node'

/** The pinned Node from npm's packages, or the current one if it is new enough. */
export function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const packaged = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', executable)
  if (existsSync(packaged)) return packaged

  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath

  fail(
    `No Node ${neededMajor} for ${process.platform}-${process.arch} is packaged. Install Node ${neededMajor} and run the command again.`,
  )
}

/** An environment whose PATH finds the pinned Node and the project's tools first. */
export function pinnedEnvironment() {
  const nodeFolder = join(pinnedNode(), '..')
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    ...process.env,
    PATH: [binFolder, nodeFolder, process.env.PATH].join(separator),
    // Caching V8's compiled code halves the import time of the next start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    // Node strips the types of the journeys too: Playwright's own compiler takes four times as long.
    PW_DISABLE_TS_ESM: '1',
  }
}

/**
 * Keeps server and worker below 300 MB of memory, of which 80 MB are in use. By default V8 lets garbage
 * grow with the machine's memory, and glibc keeps freed memory apart for each thread.
 */
export const serverMemory = {
  flags: ['--max-old-space-size=512', '--max-semi-space-size=4'],
  environment: { MALLOC_ARENA_MAX: '2' },
}

export function fail(line) {
  console.error(line)
  process.exit(1)
}
