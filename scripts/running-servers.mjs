import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './node-runtime.mjs'

const entries = ['main.ts', 'worker.ts'].map((name) => join(root, 'apps', 'api', 'src', name))

/**
 * Process ids of servers and workers that run from this folder, also those of other users. Asks the
 * system instead of keeping marks in files: a service may not write to its release, `npm ci` removes
 * files, and a mark may outlive its process. Finds none on Windows.
 */
function listRunning() {
  if (process.platform === 'linux') return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isServer(pid))
  if (process.platform === 'win32') return []

  const { stdout } = spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .filter((line) => entries.some((entry) => line.includes(entry)))
    .map((line) => line.trim().split(' ')[0])
}

function isServer(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return entries.some((entry) => words.includes(entry))
  } catch {
    // It has ended since it was listed.
    return false
  }
}

/** Running servers load code and packages later too: they would break when these are replaced. */
export function refuseWhileServersRun(reason) {
  const running = listRunning()
  if (running.length === 0) return

  fail(
    `${reason}, but a server runs from this folder (process ${running.join(', ')}) and would break. Stop it first, or put the new release into a folder of its own (docs/operations.md, Upgrades).`,
  )
}
