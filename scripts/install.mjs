import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './node-runtime.mjs'
import { refuseWhileServersRun } from './running-servers.mjs'

const lockFile = join(root, 'package-lock.json')
const installedLockFile = join(root, 'node_modules', '.package-lock.json')
const stamp = join(root, 'node_modules', '.installed')

/** Installs exactly what the lock file names, unless we or `npm ci` did that already. */
export function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  if (!isInstalled()) {
    refuseWhileServersRun('Other packages must be installed')
    install()
  }
  writeFileSync(stamp, wanted)
}

/** Whether node_modules matches the lock file. Packages for other platforms may be missing. */
function isInstalled() {
  if (!existsSync(installedLockFile)) return false

  const { packages: wanted } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const { packages: installed } = JSON.parse(readFileSync(installedLockFile, 'utf8'))

  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/'))
    .every(([path, { version, optional }]) => installed[path]?.version === version || (optional && !installed[path]))
}

function install() {
  console.log('Installing packages (once, a minute or two) …')

  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })

  if (status !== 0) {
    fail(
      'The installation failed (see above). Check the connection to the package registry and the free disk space, then run the command again.',
    )
  }
}
