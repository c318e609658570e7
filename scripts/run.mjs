// Runs a project tool under the pinned Node, installing first if needed: node scripts/run.mjs tsc …
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, root } from './node-runtime.mjs'

ensureInstalled()
const [command = 'node', ...args] = process.argv.slice(2)

const run = spawnSync(command, args, {
  cwd: root,
  env: pinnedEnvironment(),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

process.exit(run.status ?? 1)
