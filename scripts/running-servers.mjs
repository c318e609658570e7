import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './node-runtime.mjs'

/** One file per server or worker that runs from this folder, named after its launcher's process. */
const folder = join(root, 'node_modules', '.running')

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user.
    return error.code === 'EPERM'
  }
}

function listRunning() {
  try {
    return readdirSync(folder).filter((pid) => isAlive(Number(pid)))
  } catch {
    return []
  }
}

/** Registers this process until it exits. A folder that cannot be written cannot be upgraded either. */
export function registerServer() {
  const file = join(folder, String(process.pid))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, '')
  } catch {
    return
  }

  process.on('exit', () => rmSync(file, { force: true }))
}

/** Running servers load code and packages later too: they would break when these are replaced. */
export function refuseWhileServersRun(reason) {
  const running = listRunning()
  if (running.length === 0) return

  fail(
    `${reason}, but a server runs from this folder (process ${running.join(', ')}) and would break. Stop it first, or put the new release into a folder of its own (docs/operations.md, Upgrades).`,
  )
}
