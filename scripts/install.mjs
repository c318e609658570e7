import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './node-runtime.mjs'

const stamp = join(root, 'node_modules', '.installed')

/** Installs exactly what the lock file says, once per lock file. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  console.log('Installing what the lock file names (once; a minute or two) …')

  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  if (run.status !== 0)
    fail(
      'The installation failed (see above). Check the connection to the package registry and the free disk space, then run the command again.',
    )

  writeFileSync(stamp, wanted)
}
